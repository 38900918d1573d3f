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
	o := jen.Id("o")
	f.Line()
	f.Func().Add(asFunc(t.Type)).Params(jen.Id("v").Any()).Params(typeCode(t.Type), jen.Error()).Block(
		o.Clone().Op(":=").Add(typedID("AsObject")).Call(jen.Id("v"), jen.Lit(t.Name)),
		jen.Return(typeCode(t.Type).ValuesFunc(func(g *jen.Group) {
			for _, fl := range t.Fields {
				g.Line().Id(fl.Ident).Op(":").Add(readField(fl))
			}
			if len(t.Fields) > 0 {
				g.Line()
			}
		}), o.Clone().Dot("Err").Call()),
	)
	param := jen.Id("v")
	if len(t.Fields) == 0 {
		param = jen.Id("_")
	}
	f.Line()
	f.Func().Add(fromFunc(t.Type)).Params(param.Add(typeCode(t.Type))).Params(jen.Any(), jen.Error()).BlockFunc(func(g *jen.Group) {
		g.Id("o").Op(":=").Add(typedID("NewObject")).Call(jen.Lit(len(t.Fields)))
		for _, fl := range t.Fields {
			g.Add(writeField(fl))
		}
		g.Return(o.Clone().Dot("Value").Call())
	})
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
