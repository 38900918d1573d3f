package generator

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/schema"
)

// keysFile prints one section per key, in schema order: all code of a key
// stands together.
func (m *model) keysFile(f *jen.File, keys []*key) {
	for _, k := range keys {
		m.keyConst(f, k)
		m.getter(f, k)
		m.has(f, k)
		m.setter(f, k)
		m.clear(f, k)
		m.fallback(f, k)
	}
}

func (m *model) keyConst(f *jen.File, k *key) {
	f.Line()
	f.Add(k.comment(k.constant()+" is the key "+k.facts()+".", withDoc))
	f.Const().Id(k.constant()).Op("=").Lit(k.Wire())
}

func (m *model) getter(f *jen.File, k *key) {
	results := []jen.Code{k.typ.code(), jen.Error()}
	says := k.name + " returns the value of " + k.facts() + "."
	if k.Optional {
		results = []jen.Code{k.typ.code(), jen.Bool(), jen.Error()}
		says = k.name + " returns the value of " + k.facts() + " and whether it is set."
	}
	f.Line()
	f.Add(k.comment(says, withDoc))
	f.Add(readerMethod(k.name).Params().Params(results...).Block(jen.Return(m.read(k))))
}

// read is the call that reads a key.
func (m *model) read(k *key) *jen.Statement {
	from, name := jen.Id("r").Dot("from"), jen.Id(k.constant())
	scalar := scalarNames[k.typ.Kind]
	switch {
	case scalar != "" && k.Optional:
		return typedID("Opt"+scalar).Call(from, name)
	case scalar != "" && k.Default == nil:
		return typedID(scalar).Call(from, name)
	case scalar != "" && k.inlineDefault():
		return typedID(scalar+"Or").Call(from, name, m.literal(k.typ, k.Default.Data))
	case k.Optional:
		return typedID("Optional").Call(from, name, m.as(k.typ))
	case k.Default == nil:
		return typedID("Required").Call(from, name, m.as(k.typ))
	case k.inlineDefault():
		return typedID("OrValue").Call(from, name, m.as(k.typ), m.literal(k.typ, k.Default.Data))
	default:
		return typedID("Or").Call(from, name, m.as(k.typ), jen.Id(k.fallbackName()))
	}
}

func (m *model) has(f *jen.File, k *key) {
	f.Line()
	f.Add(k.comment("Has"+k.name+" reports whether a value is stored under "+k.facts()+".", withoutDoc))
	f.Add(readerMethod("Has"+k.name).Params().Params(jen.Bool(), jen.Error()).
		Block(jen.Return(typedID("Has").Call(jen.Id("r").Dot("from"), jen.Id(k.constant())))))
}

func (m *model) setter(f *jen.File, k *key) {
	name := "Set" + k.name
	says := name + " stores v under " + k.facts() + "."
	if k.typ.Kind == schema.JSON {
		says = name + " stores v under " + k.facts() + "; nil unsets it."
	}
	f.Line()
	f.Add(k.comment(says, withoutDoc))
	f.Add(stateMethod(name).Params(jen.Id("v").Add(k.typ.code())).Error().Block(jen.Return(m.write(k))))

	f.Line()
	f.Add(k.comment(name+" sets "+k.facts()+" to v.", withoutDoc))
	f.Add(deltaMethod(name).Params(jen.Id("v").Add(k.typ.code())).Op("*").Id("Delta").
		Block(jen.Return(jen.Id("d").Dot("note").Call(jen.Id("d").Dot("state").Dot(name).Call(jen.Id("v"))))))
}

// write is the call that writes a key.
func (m *model) write(k *key) *jen.Statement {
	to, name, v := jen.Id("s").Dot("to"), jen.Id(k.constant()), jen.Id("v")
	if scalar := scalarNames[k.typ.Kind]; scalar != "" {
		return typedID("Set"+scalar).Call(to, name, v)
	}
	return typedID("Set").Call(to, name, v, m.from(k.typ))
}

func (m *model) clear(f *jen.File, k *key) {
	name := "Clear" + k.name
	effect := "."
	if k.Default != nil {
		effect = ", which restores the default."
	}
	f.Line()
	f.Add(k.comment(name+" unsets "+k.facts()+effect, withoutDoc))
	f.Add(stateMethod(name).Params().Error().
		Block(jen.Return(typedID("Clear").Call(jen.Id("s").Dot("to"), jen.Id(k.constant())))))

	f.Line()
	f.Add(k.comment(name+" unsets "+k.facts()+effect, withoutDoc))
	f.Add(deltaMethod(name).Params().Op("*").Id("Delta").
		Block(jen.Return(jen.Id("d").Dot("note").Call(jen.Id("d").Dot("state").Dot(name).Call()))))
}

// fallback prints the function that makes a default which can't be shared.
func (m *model) fallback(f *jen.File, k *key) {
	if k.Default == nil || k.inlineDefault() {
		return
	}
	f.Line()
	f.Func().Id(k.fallbackName()).Params().Add(k.typ.code()).
		Block(jen.Return(m.literal(k.typ, k.Default.Data)))
}

func (k *key) fallbackName() string { return "default" + k.name }

// inlineDefault reports whether the default is a plain value, which every
// reader can have.
func (k *key) inlineDefault() bool {
	switch k.typ.Kind {
	case schema.List, schema.Map, schema.Object, schema.Bytes, schema.JSON, schema.Go:
		return false
	}
	return true
}
