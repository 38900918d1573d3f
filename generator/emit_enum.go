package generator

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/schema"
)

// presence is what a read gives for a key that isn't set.
type presence int

const (
	required  presence = iota // an error
	optional                  // false
	defaulted                 // the default
)

func (k *key) presence() presence {
	switch {
	case k.Optional:
		return optional
	case k.Default != nil:
		return defaulted
	default:
		return required
	}
}

// enumReader is the function that reads enums of one presence.
type enumReader struct {
	prefix string // of its name
	says   string
	end    string // the slow half in runtime/typed
}

var enumReaders = map[presence]enumReader{
	required:  {"require", "reads a key that must be set", "GotRequired"},
	optional:  {"optional", "reads a key that may be missing, and says whether it is there", "GotOptional"},
	defaulted: {"defaulted", "reads a key with a default", "GotOr"},
}

// readsEnum reports whether the key's getter calls an enumReader.
func (k *key) readsEnum() bool { return k.typ.Kind == schema.Enum && k.Encoding == schema.Plain }

func (m *model) enumReaderName(p presence, t goType) string {
	return enumReaders[p].prefix + m.helpers.names[t.describe()]
}

// readEnum is the call that reads a key of an enum.
func (m *model) readEnum(k *key) *jen.Statement {
	args := []jen.Code{k.source(), k.ref()}
	if k.presence() == defaulted {
		args = append(args, m.defaultValue(k))
	}
	return jen.Id(m.enumReaderName(k.presence(), k.typ)).Call(args...)
}

// enumReaders prints the functions that the getters of an enum's keys call.
// They are made for the enum, so that its values are compared in place: a
// general function would call a converter for that.
func (m *model) enumReaders(f *jen.File, t *namedType) {
	used := map[presence]bool{}
	for _, k := range m.keys {
		if k.readsEnum() && k.typ.named == t {
			used[k.presence()] = true
		}
	}
	for _, p := range []presence{required, optional, defaulted} {
		if used[p] {
			m.enumReader(f, t, p)
		}
	}
}

func (m *model) enumReader(f *jen.File, t *namedType, p presence) {
	r, e := enumReaders[p], jen.Id("e")
	params := []jen.Code{jen.Id("from").Add(rt("ReadonlyState")), jen.Id("key").String()}
	end := []jen.Code{jen.Id("key"), jen.Id("v"), jen.Err(), m.as(t.asType())}
	found, results := []jen.Code{e, jen.Nil()}, []jen.Code{t.code(), jen.Error()}
	switch p {
	case optional:
		found, results = []jen.Code{e, jen.True(), jen.Nil()}, []jen.Code{t.code(), jen.Bool(), jen.Error()}
	case defaulted:
		params = append(params, jen.Id("fallback").Add(t.code()))
		end = append(end, jen.Id("fallback"))
	}
	name := m.enumReaderName(p, t.asType())
	section(f, name+" "+r.says+".")
	f.Func().Id(name).Params(params...).Params(results...).Block(
		jen.List(jen.Id("v"), jen.Err()).Op(":=").Id("from").Dot("Get").Call(jen.Id("key")),
		jen.If(jen.Err().Op("==").Nil()).Block(
			jen.If(jen.List(jen.Id("text"), jen.Id("ok")).Op(":=").Id("v").Assert(jen.String()), jen.Id("ok")).Block(
				jen.If(e.Clone().Op(":=").Add(t.code()).Call(jen.Id("text")), e.Clone().Dot("Valid").Call()).
					Block(jen.Return(found...)))),
		jen.Return(typedID(r.end).Call(end...)))
}
