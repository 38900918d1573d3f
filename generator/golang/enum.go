package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
)

func printEnum(f *jen.File, t *names.Named) {
	f.Line().Add(documented(fmt.Sprintf("%s is an enum: %s.", t.Ident, listValues(t)), t.Doc, ""))
	f.Type().Id(t.Ident).String()

	section(f, fmt.Sprintf("The values of %s.", t.Ident))
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, v := range t.Values {
			g.Add(documented(fmt.Sprintf("%s is %q.", v.Ident, v.Value), v.Doc, ""))
			g.Id(v.Ident).Id(t.Ident).Op("=").Lit(v.Value)
		}
	})

	section(f, fmt.Sprintf("%sValues returns every %s, in the order of the schema.", t.Ident, t.Ident))
	f.Func().Id(t.Ident + "Values").Params().Index().Id(t.Ident).Block(
		jen.Return(jen.Index().Id(t.Ident).Values(constants(t)...)))

	section(f, fmt.Sprintf("Parse%s returns the %s whose text is given, or an error that lists the values.", t.Ident, t.Ident))
	f.Func().Id("Parse"+t.Ident).Params(jen.Id("text").String()).Params(jen.Id(t.Ident), jen.Error()).Block(
		jen.If(jen.Id("v").Op(":=").Id(t.Ident).Call(jen.Id("text")), jen.Id("v").Dot("Valid").Call()).
			Block(jen.Return(jen.Id("v"), jen.Nil())),
		jen.Return(jen.Lit(""), mismatch(t, jen.Id("text"))),
	)

	recv := jen.Id("v").Id(t.Ident)
	section(f, "Valid reports whether v is one of the constants.")
	f.Func().Params(recv.Clone()).Id("Valid").Params().Bool().Block(validBody(t)...)

	section(f, "String returns v as a state stores it.")
	f.Func().Params(recv.Clone()).Id("String").Params().String().Block(jen.Return(jen.String().Call(jen.Id("v"))))
}

// listValues names the values for the enum's comment.
func listValues(t *names.Named) string {
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

func constants(t *names.Named) []jen.Code {
	list := make([]jen.Code, len(t.Values))
	for i, v := range t.Values {
		list[i] = jen.Id(v.Ident)
	}
	return list
}

func validBody(t *names.Named) []jen.Code {
	if len(t.Values) == 0 {
		return []jen.Code{jen.Return(jen.False())}
	}
	return []jen.Code{
		jen.Switch(jen.Id("v")).Block(
			jen.Case(constants(t)...).Block(jen.Return(jen.True())),
		),
		jen.Return(jen.False()),
	}
}

// mismatch is the error for a text that is not one of the enum's values.
func mismatch(t *names.Named, found *jen.Statement) *jen.Statement {
	return typedID("EnumMismatch").Call(jen.Lit(t.Name), found, memberOf(t, t.Ident+"Values").Call())
}

func printEnumConverters(f *jen.File, t *names.Named) {
	v, text := jen.Id("v"), jen.Id("text")
	value := printRenamedValues(f, t)
	f.Line()
	f.Func().Add(asFunc(t.Type)).Params(v.Clone().Any()).Params(typeCode(t.Type), jen.Error()).Block(
		jen.List(text, jen.Id("ok")).Op(":=").Add(v).Assert(jen.String()),
		jen.If(jen.Id("e").Op(":=").Add(value).Call(text), jen.Id("ok").Op("&&").Id("e").Dot("Valid").Call()).
			Block(jen.Return(jen.Id("e"), jen.Nil())),
		jen.Return(jen.Lit(""), mismatch(t, v)),
	)
	f.Line()
	f.Func().Add(fromFunc(t.Type)).Params(v.Clone().Add(typeCode(t.Type))).Params(jen.Any(), jen.Error()).Block(
		jen.If(jen.Op("!").Id("v").Dot("Valid").Call()).
			Block(jen.Return(jen.Nil(), mismatch(t, jen.String().Call(v)))),
		jen.Return(jen.String().Call(v), jen.Nil()),
	)
}

// printRenamedValues prints the function that knows older values, if there are
// any, and returns what makes a value of a text.
func printRenamedValues(f *jen.File, t *names.Named) *jen.Statement {
	if len(plan.RenamedValues(t.Named)) == 0 {
		return typeCode(t.Type)
	}
	name := "renamed" + t.Type.Converter
	section(f, name+" returns the value that a stored text stands for, which may be an older one.")
	f.Func().Id(name).Params(jen.Id("text").String()).Add(typeCode(t.Type)).Block(
		jen.Switch(jen.Id("text")).BlockFunc(func(g *jen.Group) {
			for _, v := range t.Values {
				if len(v.RenamedFrom) > 0 {
					g.Case(literalsOf(v.RenamedFrom)...).Block(jen.Return(memberOf(t, v.Ident)))
				}
			}
		}),
		jen.Return(typeCode(t.Type).Call(jen.Id("text"))))
	return jen.Id(name)
}
