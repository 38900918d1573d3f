package generator

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/schema"
)

// hasTypesFile reports whether the schema declares types, or needs converters.
func (m *model) hasTypesFile() bool {
	for _, t := range m.types {
		if t.Import == nil || m.used(t) {
			return true
		}
	}
	return len(m.helpers.composites) > 0
}

// used reports whether any key holds values of the type.
func (m *model) used(t *namedType) bool { return m.helpers.has(t.asType()) }

func (t *namedType) asType() goType {
	return goType{Type: &schema.Type{Kind: t.Kind, Named: t.Named}, named: t}
}

// typesFile prints each type together with its converters.
func (m *model) typesFile(f *jen.File) {
	for _, t := range m.types {
		if t.Import == nil {
			t.declare(f)
		}
		if m.used(t) {
			m.converters(f, t)
			m.typeCheck(f, t)
		}
	}
	for _, t := range m.helpers.composites {
		m.compositeConverters(f, t)
	}
}

func (t *namedType) declare(f *jen.File) {
	if t.Kind == schema.Enum {
		t.declareEnum(f)
		return
	}
	f.Line().Add(documented(fmt.Sprintf("%s is the object %q of the schema.", t.name, t.Name), t.Doc, ""))
	f.Type().Id(t.name).StructFunc(func(g *jen.Group) {
		for _, fl := range t.fields {
			fl.declare(g)
		}
	})
}

func (fl *field) declare(g *jen.Group) {
	code := fl.typ.code()
	tag := fl.Name
	if fl.Optional {
		code = fl.typ.optional()
		tag += ",omitempty"
	}
	if fl.Doc != "" || fl.Deprecated != "" {
		g.Add(documented(fmt.Sprintf("%s is the field %q.", fl.name, fl.Name), fl.Doc, fl.Deprecated))
	}
	decl := jen.Id(fl.name).Add(code)
	if isTagName(fl.Name) {
		decl.Tag(map[string]string{"json": tag})
	}
	g.Add(decl)
}

func (t *namedType) declareEnum(f *jen.File) {
	f.Line().Add(documented(fmt.Sprintf("%s is an enum: %s.", t.name, t.listValues()), t.Doc, ""))
	f.Type().Id(t.name).String()

	section(f, fmt.Sprintf("The values of %s.", t.name))
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, v := range t.values {
			g.Add(documented(fmt.Sprintf("%s is %q.", v.name, v.Value), v.Doc, ""))
			g.Id(v.name).Id(t.name).Op("=").Lit(v.Value)
		}
	})

	section(f, fmt.Sprintf("%sValues returns every %s, in the order of the schema.", t.name, t.name))
	f.Func().Id(t.name + "Values").Params().Index().Id(t.name).Block(
		jen.Return(jen.Index().Id(t.name).Values(t.constants()...)))

	section(f, fmt.Sprintf("Parse%s returns the %s that text stands for, or an error that lists the values.", t.name, t.name))
	f.Func().Id("Parse"+t.name).Params(jen.Id("text").String()).Params(jen.Id(t.name), jen.Error()).Block(
		jen.If(jen.Id("v").Op(":=").Id(t.name).Call(jen.Id("text")), jen.Id("v").Dot("Valid").Call()).
			Block(jen.Return(jen.Id("v"), jen.Nil())),
		jen.Return(jen.Lit(""), t.mismatch(jen.Id("text"))),
	)

	recv := jen.Id("v").Id(t.name)
	section(f, "Valid reports whether v is one of the constants.")
	f.Func().Params(recv.Clone()).Id("Valid").Params().Bool().Block(t.validBody()...)

	section(f, "String returns the text of v as a state holds it.")
	f.Func().Params(recv.Clone()).Id("String").Params().String().Block(jen.Return(jen.String().Call(jen.Id("v"))))
}

// listValues names the values for the enum's comment.
func (t *namedType) listValues() string {
	const shown = 12
	var quoted []string
	for i, v := range t.Values {
		if i == shown {
			quoted = append(quoted, "…")
			break
		}
		quoted = append(quoted, strconv.Quote(v.Value))
	}
	return strings.Join(quoted, ", ")
}

func (t *namedType) constants() []jen.Code {
	list := make([]jen.Code, len(t.values))
	for i, v := range t.values {
		list[i] = jen.Id(v.name)
	}
	return list
}

func (t *namedType) validBody() []jen.Code {
	if len(t.values) == 0 {
		return []jen.Code{jen.Return(jen.False())}
	}
	return []jen.Code{
		jen.Switch(jen.Id("v")).Block(
			jen.Case(t.constants()...).Block(jen.Return(jen.True())),
		),
		jen.Return(jen.False()),
	}
}

// mismatch is the error of a text that is none of the enum's values.
func (t *namedType) mismatch(found *jen.Statement) *jen.Statement {
	return typedID("EnumMismatch").Call(jen.Lit(t.Name), found, t.ref(t.name+"Values").Call())
}

// converters prints the functions between a state's values and the type.
func (m *model) converters(f *jen.File, t *namedType) {
	if t.Kind == schema.Enum {
		m.enumConverters(f, t)
		m.enumReaders(f, t)
	} else {
		m.objectConverters(f, t)
	}
}

func (m *model) enumConverters(f *jen.File, t *namedType) {
	v, text := jen.Id("v"), jen.Id("text")
	f.Line()
	f.Func().Add(m.as(t.asType())).Params(v.Clone().Any()).Params(t.code(), jen.Error()).Block(
		jen.List(text, jen.Id("ok")).Op(":=").Add(v).Assert(jen.String()),
		jen.If(jen.Id("e").Op(":=").Add(t.code()).Call(text), jen.Id("ok").Op("&&").Id("e").Dot("Valid").Call()).
			Block(jen.Return(jen.Id("e"), jen.Nil())),
		jen.Return(jen.Lit(""), t.mismatch(v)),
	)
	f.Line()
	f.Func().Add(m.from(t.asType())).Params(v.Clone().Add(t.code())).Params(jen.Any(), jen.Error()).Block(
		jen.If(jen.Op("!").Id("v").Dot("Valid").Call()).
			Block(jen.Return(jen.Nil(), t.mismatch(jen.String().Call(v)))),
		jen.Return(jen.String().Call(v), jen.Nil()),
	)
}

func (m *model) objectConverters(f *jen.File, t *namedType) {
	o := jen.Id("o")
	f.Line()
	f.Func().Add(m.as(t.asType())).Params(jen.Id("v").Any()).Params(t.code(), jen.Error()).Block(
		o.Clone().Op(":=").Add(typedID("AsObject")).Call(jen.Id("v"), jen.Lit(t.Name)),
		jen.Return(t.code().ValuesFunc(func(g *jen.Group) {
			for _, fl := range t.fields {
				g.Line().Id(fl.name).Op(":").Add(m.readField(fl))
			}
			if len(t.fields) > 0 {
				g.Line()
			}
		}), o.Clone().Dot("Err").Call()),
	)
	param := jen.Id("v")
	if len(t.fields) == 0 {
		param = jen.Id("_")
	}
	f.Line()
	f.Func().Add(m.from(t.asType())).Params(param.Add(t.code())).Params(jen.Any(), jen.Error()).BlockFunc(func(g *jen.Group) {
		g.Id("o").Op(":=").Add(typedID("NewObject")).Call(jen.Lit(len(t.fields)))
		for _, fl := range t.fields {
			g.Add(m.writeField(fl))
		}
		g.Return(o.Clone().Dot("Value").Call())
	})
}

func (m *model) readField(fl *field) *jen.Statement {
	o, name := jen.Id("o"), jen.Lit(fl.Name)
	switch {
	case !fl.Optional:
		return typedID("Field").Call(o, name, m.as(fl.typ))
	case fl.typ.pointer():
		return typedID("OptField").Call(o, name, m.as(fl.typ))
	default:
		return typedID("NullField").Call(o, name)
	}
}

func (m *model) writeField(fl *field) *jen.Statement {
	o, name, v := jen.Id("o"), jen.Lit(fl.Name), jen.Id("v").Dot(fl.name)
	switch {
	case !fl.Optional:
		return typedID("Put").Call(o, name, v, m.from(fl.typ))
	case fl.typ.pointer():
		return typedID("PutOpt").Call(o, name, v, m.from(fl.typ))
	default:
		return typedID("PutNull").Call(o, name, v)
	}
}

func (m *model) compositeConverters(f *jen.File, t goType) {
	shape := "List"
	if t.Kind == schema.Map {
		shape = "Map"
	}
	f.Line()
	f.Func().Add(m.as(t)).Params(jen.Id("v").Any()).Params(t.code(), jen.Error()).
		Block(jen.Return(typedID("As"+shape).Call(jen.Id("v"), m.as(*t.elem))))
	f.Line()
	f.Func().Add(m.from(t)).Params(jen.Id("v").Add(t.code())).Params(jen.Any(), jen.Error()).
		Block(jen.Return(typedID("From"+shape).Call(jen.Id("v"), m.from(*t.elem))))
}

// isTagName reports whether a name can stand in a json tag as it is.
func isTagName(name string) bool {
	for _, r := range name {
		ok := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '.' || r == '/'
		if !ok {
			return false
		}
	}
	return name != ""
}
