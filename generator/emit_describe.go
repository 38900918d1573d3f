package generator

import (
	"strings"

	"github.com/dave/jennifer/jen"
)

// describe prints the methods by which a struct of keys is logged and printed:
// what isn't set is left out, and values of sensitive keys are not shown.
func (m *model) describe(f *jen.File, name string, keys []*key, attr func(*key, *jen.Statement) *jen.Statement) {
	v := strings.ToLower(name[:1])
	recv := jen.Id(v).Id(name)
	if len(keys) == 0 {
		recv = jen.Id(name)
	}
	section(f, "LogValue returns the values that are set, those of sensitive keys redacted.")
	f.Func().Params(recv).Id("LogValue").Params().Qual("log/slog", "Value").Block(
		jen.Return(jen.Qual("log/slog", "GroupValue").CallFunc(func(g *jen.Group) {
			for _, k := range keys {
				g.Line().Add(attr(k, jen.Id(v).Dot(k.name)))
			}
			if len(keys) > 0 {
				g.Line()
			}
		})))

	section(f, "String shows what LogValue returns on one line.")
	f.Func().Params(jen.Id(v).Id(name)).Id("String").Params().String().
		Block(jen.Return(typedID("Describe").Call(jen.Lit(name), jen.Id(v).Dot("LogValue").Call())))
}

func (k *key) snapshotAttr(value *jen.Statement) *jen.Statement {
	return k.attr(value, k.Optional)
}

func (k *key) initialAttr(value *jen.Statement) *jen.Statement {
	return k.attr(value, !k.mustBeInitial())
}

// attr describes a value; an optional one may be nil.
func (k *key) attr(value *jen.Statement, optional bool) *jen.Statement {
	name, set := k.attrName(), jen.True()
	switch {
	case k.isFamily():
		set = jen.Len(value).Op(">").Lit(0)
	case optional:
		set = value.Clone().Op("!=").Nil()
	}
	switch {
	case k.Sensitive:
		return typedID("Redacted").Call(name, set)
	case k.isFamily():
		return typedID("AttrIf").Call(name, set, value)
	case optional && k.typ.pointer():
		return typedID("Attr").Call(name, value)
	case optional:
		return typedID("AttrIf").Call(name, set, value)
	default:
		return jen.Qual("log/slog", "Any").Call(name, value)
	}
}

func (k *key) attrName() *jen.Statement {
	if k.isFamily() {
		return jen.Lit(k.Wire())
	}
	return jen.Id(k.constant())
}
