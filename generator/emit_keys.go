package generator

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/schema"
)

// keysFile prints one section per key, in schema order: all code of a key
// stands together.
func (m *model) keysFile(f *jen.File, keys []*key) {
	for _, k := range keys {
		if k.isFamily() {
			m.family(f, k)
		} else {
			f.Line().Add(k.comment(k.constant()+" is the key "+k.facts()+".", withDoc))
			f.Const().Id(k.constant()).Op("=").Lit(k.Wire())
		}
		m.getter(f, k)
		m.has(f, k)
		m.setter(f, k)
		m.clear(f, k)
		m.mergeVerb(f, k)
		m.fallback(f, k)
		m.keyCheck(f, k)
		m.keyConverters(f, k)
	}
}

// signature is the parameters of a key's method: those of its family, and
// what the method takes itself.
func (k *key) signature(own ...jen.Code) []jen.Code {
	var params []jen.Code
	for i, name := range k.params {
		p := jen.Id(name)
		if i == len(k.params)-1 {
			p.String()
		}
		params = append(params, p)
	}
	return append(params, own...)
}

// arguments passes on what signature takes.
func (k *key) arguments(own ...jen.Code) []jen.Code {
	var args []jen.Code
	for _, name := range k.params {
		args = append(args, jen.Id(name))
	}
	return append(args, own...)
}

// locate prints how a family's method finds its key. Failed is what the method
// returns beside the error.
func (k *key) locate(g *jen.Group, failed ...jen.Code) {
	if !k.isFamily() {
		return
	}
	g.List(jen.Id("key"), jen.Err()).Op(":=").Id(k.keyFunc()).Call(k.arguments()...)
	g.If(jen.Err().Op("!=").Nil()).Block(jen.Return(append(failed, jen.Err())...))
}

// source is the state that a key is read from: its old names count too.
func (k *key) source() *jen.Statement {
	from := jen.Id("r").Dot("from")
	switch {
	case len(k.RenamedFrom) == 0:
		return from
	case k.isFamily():
		return jen.Id(k.familyVar()).Dot("Renamed").Call(from, jen.Id("key"))
	default:
		return typedID("Renamed").Call(append([]jen.Code{from, k.ref()}, literalsOf(k.RenamedFrom)...)...)
	}
}

// target is the state that a key is written to.
func (k *key) target() *jen.Statement {
	to := jen.Id("s").Dot("to")
	switch {
	case len(k.RenamedFrom) == 0:
		return to
	case k.isFamily():
		return jen.Id(k.familyVar()).Dot("Moved").Call(to, jen.Id("key"))
	default:
		return typedID("Moved").Call(append([]jen.Code{to, k.ref()}, literalsOf(k.RenamedFrom)...)...)
	}
}

func literalsOf(texts []string) []jen.Code {
	list := make([]jen.Code, len(texts))
	for i, text := range texts {
		list[i] = jen.Lit(text)
	}
	return list
}

// redacted wraps an error of a sensitive key.
func (k *key) redacted(err *jen.Statement) *jen.Statement {
	if k.Sensitive {
		return typedID("Redact").Call(err)
	}
	return err
}

func (m *model) has(f *jen.File, k *key) {
	name := "Has" + k.name
	f.Line().Add(k.method(name + " reports whether a value is stored under " + k.facts() + "."))
	f.Add(readerMethod(name).Params(k.signature()...).Params(jen.Bool(), jen.Error()).BlockFunc(func(g *jen.Group) {
		k.locate(g, jen.False())
		g.Return(typedID("Has").Call(k.source(), k.ref()))
	}))
}

func (m *model) clear(f *jen.File, k *key) {
	name := "Clear" + k.name
	effect := "."
	if k.Default != nil {
		effect = ", which restores the default."
	}
	f.Line().Add(k.method(name + " unsets " + k.facts() + effect))
	f.Add(stateMethod(name).Params(k.signature()...).Error().BlockFunc(func(g *jen.Group) {
		k.locate(g)
		g.Return(typedID("Clear").Call(k.target(), k.ref()))
	}))
	m.deltaMethod(f, k, name, name+" unsets "+k.facts()+effect, nil, nil)
}

// deltaMethod prints the method of Delta that has the name and the parameters
// of a method of State, and calls it.
func (m *model) deltaMethod(f *jen.File, k *key, name, says string, params, args []jen.Code) {
	f.Line().Add(k.method(says))
	f.Add(deltaMethod(name).Params(k.signature(params...)...).Op("*").Id("Delta").Block(
		jen.Return(jen.Id("d").Dot("note").Call(jen.Id("d").Dot("state").Dot(name).Call(k.arguments(args...)...)))))
}

// fallback prints the function that makes a default which can't be shared.
func (m *model) fallback(f *jen.File, k *key) {
	if k.Default == nil || k.inlineDefault() {
		return
	}
	f.Line()
	f.Func().Id(k.fallbackName()).Params().Add(k.typ.code()).BlockFunc(func(g *jen.Group) {
		if k.typ.Kind == schema.Go {
			g.Return(typedID("Default").Call(m.as(k.typ), jsonLiteral(k.Default.Data)))
			return
		}
		g.Return(m.literal(k.typ, k.Default.Data))
	})
}

// inlineDefault reports whether the default is a plain value, which every
// reader can have.
func (k *key) inlineDefault() bool {
	switch k.typ.Kind {
	case schema.List, schema.Map, schema.Object, schema.Bytes, schema.JSON, schema.Go:
		return false
	}
	return true
}

// defaultValue is an expression for a fresh default.
func (m *model) defaultValue(k *key) *jen.Statement {
	if k.inlineDefault() {
		return m.literal(k.typ, k.Default.Data)
	}
	return jen.Id(k.fallbackName()).Call()
}

// keyConverters prints the converters of a key that is kept as JSON text.
func (m *model) keyConverters(f *jen.File, k *key) {
	if k.Encoding != schema.JSONString {
		return
	}
	f.Line()
	f.Func().Id(k.decodeName()).Params(jen.Id("v").Any()).Params(k.typ.code(), jen.Error()).
		Block(jen.Return(typedID("AsText").Call(jen.Id("v"), m.as(k.typ))))
	f.Line()
	f.Func().Id(k.encodeName()).Params(jen.Id("v").Add(k.typ.code())).Params(jen.Any(), jen.Error()).
		Block(jen.Return(typedID("FromText").Call(jen.Id("v"), m.from(k.typ))))
}

// decoder is the function that reads a key's value.
func (m *model) decoder(k *key) *jen.Statement {
	switch {
	case k.Encoding == schema.JSONString:
		return jen.Id(k.decodeName())
	case k.typ.refersToItself():
		return typedID("AsFinite").Call(m.as(k.typ))
	default:
		return m.as(k.typ)
	}
}

func (m *model) encoder(k *key) *jen.Statement {
	if k.Encoding == schema.JSONString {
		return jen.Id(k.encodeName())
	}
	return m.from(k.typ)
}

// scalar is what runtime/typed calls the key's type, if it has accessors for
// it.
func (k *key) scalar() string {
	if k.Encoding != schema.Plain {
		return ""
	}
	return scalarNames[k.typ.Kind]
}
