package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
)

// printObject prints the struct of an object.
func printObject(f *jen.File, t *names.Named) {
	f.Line().Add(documented(fmt.Sprintf("%s is the object %q of the schema.", t.Ident, t.Name), t.Doc, ""))
	f.Type().Id(t.Ident).StructFunc(func(g *jen.Group) {
		for _, fl := range t.Fields {
			printField(g, fl)
		}
		g.Comment("// " + names.UnknownFields + " holds fields that this schema doesn't declare, as another version's may.")
		g.Comment("// Who writes back what was read keeps them.")
		g.Id(names.UnknownFields).Add(typedID("UnknownFields")).Tag(map[string]string{"json": "-"})
	})
}

func printField(g *jen.Group, fl *names.Field) {
	code := typeCode(fl.GoType)
	tag := fl.Name
	if fl.Optional {
		code = optionalCode(fl.GoType)
		tag += ",omitempty"
	}
	if fl.Doc != "" || fl.Deprecated != "" {
		g.Add(documented(fmt.Sprintf("%s is the field %q.", fl.Ident, fl.Name), fl.Doc, fl.Deprecated))
	}
	decl := jen.Id(fl.Ident).Add(code)
	if isTagName(fl.Name) {
		decl.Tag(map[string]string{"json": tag})
	}
	g.Add(decl)
}

// isTagName reports whether a name can be used in a json tag as it is.
func isTagName(name string) bool {
	for _, r := range name {
		ok := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '.' || r == '/'
		if !ok {
			return false
		}
	}
	return name != ""
}

func printObjectConverters(f *jen.File, t *names.Named) {
	o, declared := jen.Id("o"), jen.Id("fields"+t.Type.Converter)
	open := openObject(f, t)
	f.Line()
	f.Var().Add(declared).Op("=").Index().String().Values(fieldNames(t)...)
	f.Line()
	f.Func().Add(asFunc(t.Type)).Params(jen.Id("v").Any()).Params(typeCode(t.Type), jen.Error()).Block(
		o.Clone().Op(":=").Add(open),
		jen.Return(typeCode(t.Type).ValuesFunc(func(g *jen.Group) {
			for _, fl := range t.Fields {
				g.Line().Id(fl.Ident).Op(":").Add(readField(fl))
			}
			g.Line().Id(names.UnknownFields).Op(":").Add(o.Clone().Dot("Unknown").Call(declared))
			g.Line()
		}), o.Clone().Dot("Err").Call()),
	)
	f.Line()
	f.Func().Add(fromFunc(t.Type)).Params(jen.Id("v").Add(typeCode(t.Type))).Params(jen.Any(), jen.Error()).BlockFunc(func(g *jen.Group) {
		g.Id("o").Op(":=").Add(typedID("NewObject")).Call(jen.Lit(len(t.Fields)))
		for _, fl := range t.Fields {
			g.Add(writeField(fl))
		}
		g.Id("o").Dot("Keep").Call(jen.Id("v").Dot(names.UnknownFields), declared)
		g.Return(o.Clone().Dot("Value").Call())
	})
}

// fieldNames are the names that no other field of an object can have.
func fieldNames(t *names.Named) []jen.Code {
	var list []jen.Code
	for _, fl := range t.Fields {
		list = append(list, jen.Lit(fl.Name))
		list = append(list, literalsOf(fl.Moves.Names)...)
	}
	return list
}

func readField(fl *names.Field) *jen.Statement {
	o, name := jen.Id("o"), jen.Lit(fl.Name)
	switch {
	case !fl.Optional:
		return typedID("Field").Call(o, name, asFunc(fl.GoType))
	case fl.GoType.Pointer():
		return typedID("OptField").Call(o, name, asFunc(fl.GoType))
	default:
		return typedID("NullField").Call(o, name)
	}
}

func writeField(fl *names.Field) *jen.Statement {
	o, name, v := jen.Id("o"), jen.Lit(fl.Name), jen.Id("v").Dot(fl.Ident)
	switch {
	case !fl.Optional:
		return typedID("Put").Call(o, name, v, fromFunc(fl.GoType))
	case fl.GoType.Pointer():
		return typedID("PutOpt").Call(o, name, v, fromFunc(fl.GoType))
	default:
		return typedID("PutNull").Call(o, name, v)
	}
}
