package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// enumReader is the function that reads enums of one presence.
type enumReader struct {
	prefix string // of its name
	says   string
	end    string // the slow half in runtime/typed
}

var enumReaders = map[plan.Presence]enumReader{
	plan.Required:  {"require", "reads a key that must be set", "GotRequired"},
	plan.Optional:  {"optional", "reads a key that may be missing, and says whether it is there", "GotOptional"},
	plan.Defaulted: {"defaulted", "reads a key with a default", "GotOr"},
}

// readsEnum reports whether the key's getter calls an enumReader.
func readsEnum(k *names.Key) bool { return k.GoType.Kind == schema.Enum && k.Encoding == schema.Plain }

func enumReaderName(p plan.Presence, t *names.Type) string {
	return enumReaders[p].prefix + t.Converter
}

// readEnum is the call that reads a key of an enum.
func readEnum(k *names.Key, from *jen.Statement) *jen.Statement {
	args := []jen.Code{from, keyRef(k)}
	if k.Presence() == plan.Defaulted {
		args = append(args, defaultValue(k))
	}
	return jen.Id(enumReaderName(k.Presence(), k.GoType)).Call(args...)
}

// printEnumReaders prints the functions that the getters of an enum's keys
// call. They are made for the enum, so that its values are compared in place: a
// general function would call a converter for that.
func printEnumReaders(f *jen.File, t *names.Named, keys []*names.Key) {
	used := map[plan.Presence]bool{}
	for _, k := range keys {
		if readsEnum(k) && k.GoType.Named == t {
			used[k.Presence()] = true
			used[plan.Optional] = used[plan.Optional] || k.Moves.Moved()
		}
	}
	for _, p := range []plan.Presence{plan.Required, plan.Optional, plan.Defaulted} {
		if used[p] {
			printEnumReader(f, t, p)
		}
	}
}

func printEnumReader(f *jen.File, t *names.Named, p plan.Presence) {
	r, e := enumReaders[p], jen.Id("e")
	params := []jen.Code{jen.Id("from").Add(rt("ReadonlyState")), jen.Id("key").String()}
	end := []jen.Code{jen.Id("key"), jen.Id("v"), jen.Err(), asFunc(t.Type)}
	found, results := []jen.Code{e, jen.Nil()}, []jen.Code{typeCode(t.Type), jen.Error()}
	switch p {
	case plan.Optional:
		found, results = []jen.Code{e, jen.True(), jen.Nil()}, []jen.Code{typeCode(t.Type), jen.Bool(), jen.Error()}
	case plan.Defaulted:
		params = append(params, jen.Id("fallback").Add(typeCode(t.Type)))
		end = append(end, jen.Id("fallback"))
	}
	name := enumReaderName(p, t.Type)
	section(f, name+" "+r.says+".")
	f.Func().Id(name).Params(params...).Params(results...).Block(
		jen.List(jen.Id("v"), jen.Err()).Op(":=").Id("from").Dot("Get").Call(jen.Id("key")),
		jen.If(jen.Err().Op("==").Nil()).Block(
			jen.If(jen.List(jen.Id("text"), jen.Id("ok")).Op(":=").Id("v").Assert(jen.String()), jen.Id("ok")).Block(
				jen.If(e.Clone().Op(":=").Add(typeCode(t.Type)).Call(jen.Id("text")), e.Clone().Dot("Valid").Call()).
					Block(jen.Return(found...)))),
		jen.Return(typedID(r.end).Call(end...)))
}
