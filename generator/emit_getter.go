package generator

import "github.com/dave/jennifer/jen"

func (m *model) getter(f *jen.File, k *key) {
	says := k.name + " returns the value of " + k.facts() + "."
	if k.Optional {
		says = k.name + " returns the value of " + k.facts() + " and whether it is set."
	}
	f.Line().Add(k.comment(says, withDoc))
	f.Add(readerMethod(k.name).Params(k.signature()...).Params(k.results()...).BlockFunc(func(g *jen.Group) {
		if k.Optional {
			k.locate(g, jen.Id("v"), jen.False())
		} else {
			k.locate(g, jen.Id("v"))
		}
		g.Return(k.hidden(m.read(k)))
	}))
}

// results are named where a family's method returns early.
func (k *key) results() []jen.Code {
	value, ok, err := jen.Null(), jen.Null(), jen.Null()
	if k.isFamily() {
		value, ok, err = jen.Id("v"), jen.Id("ok"), jen.Err()
	}
	list := []jen.Code{value.Add(k.typ.code())}
	if k.Optional {
		list = append(list, ok.Bool())
	}
	return append(list, err.Error())
}

// hidden keeps values of sensitive keys out of errors.
func (k *key) hidden(call *jen.Statement) *jen.Statement {
	switch {
	case !k.Sensitive:
		return call
	case k.Optional:
		return typedID("HideOpt").Call(call)
	default:
		return typedID("Hide").Call(call)
	}
}

// read is the call that reads a key.
func (m *model) read(k *key) *jen.Statement {
	from, ref := k.source(), k.ref()
	scalar := k.scalar()
	switch {
	case scalar != "" && k.Optional:
		return typedID("Opt"+scalar).Call(from, ref)
	case scalar != "" && k.Default == nil:
		return typedID(scalar).Call(from, ref)
	case scalar != "" && k.inlineDefault():
		return typedID(scalar+"Or").Call(from, ref, m.defaultValue(k))
	case k.readsEnum():
		return m.readEnum(k)
	case k.Optional:
		return typedID("Optional").Call(from, ref, m.decoder(k))
	case k.Default == nil:
		return typedID("Required").Call(from, ref, m.decoder(k))
	case k.inlineDefault():
		return typedID("OrValue").Call(from, ref, m.decoder(k), m.defaultValue(k))
	default:
		return typedID("Or").Call(from, ref, m.decoder(k), jen.Id(k.fallbackName()))
	}
}
