package golang

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
)

func printGetter(f *jen.File, k *names.Key) {
	says := k.Ident + " returns the value of " + facts(k) + "."
	if k.Optional {
		says = k.Ident + " returns the value of " + facts(k) + " and whether it is set."
	}
	f.Line().Add(documented(says, k.Doc, k.Deprecated))
	f.Add(readerMethod(k.Ident).Params(signature(k)...).Params(results(k)...).BlockFunc(func(g *jen.Group) {
		if k.Optional {
			locate(k, g, jen.Id("v"), jen.False())
		} else {
			locate(k, g, jen.Id("v"))
		}
		if k.Moves.Moved() {
			readCurrent(k, g)
		}
		g.Return(hidden(k, readCall(k, sourceState(k))))
	}))
}

// Getter is what a key's getter is declared as.
func Getter(k *names.Key) string {
	return fmt.Sprintf("%#v", readerMethod(k.Ident).Params(signature(k)...).Params(results(k)...))
}

// readCurrent reads a key that has moved as if it had not, which is fast.
func readCurrent(k *names.Key, g *jen.Group) {
	current := *k
	planned := *k.Key
	declared := *k.Key.Key
	declared.Optional, declared.Default = true, nil
	planned.Key = &declared
	current.Key = &planned
	found := []jen.Code{jen.Id("v"), jen.Nil()}
	if k.Optional {
		found = []jen.Code{jen.Id("v"), jen.True(), jen.Nil()}
	}
	g.If(jen.List(jen.Id("v"), jen.Id("ok"), jen.Id("_")).Op(":=").Add(readCall(&current, jen.Id("r").Dot("from"))), jen.Id("ok")).
		Block(jen.Return(found...))
}

// results are named where a family's method returns early.
func results(k *names.Key) []jen.Code {
	value, ok, err := jen.Null(), jen.Null(), jen.Null()
	if k.IsFamily() {
		value, ok, err = jen.Id("v"), jen.Id("ok"), jen.Err()
	}
	list := []jen.Code{value.Add(typeCode(k.GoType))}
	if k.Optional {
		list = append(list, ok.Bool())
	}
	return append(list, err.Error())
}

// hidden keeps values of sensitive keys out of errors.
func hidden(k *names.Key, call *jen.Statement) *jen.Statement {
	switch {
	case !k.Sensitive:
		return call
	case k.Optional:
		return typedID("HideOpt").Call(call)
	default:
		return typedID("Hide").Call(call)
	}
}

// readCall is the call that reads a key.
func readCall(k *names.Key, from *jen.Statement) *jen.Statement {
	ref := keyRef(k)
	scalar := scalar(k)
	switch {
	case scalar != "" && k.Optional:
		return typedID("Opt"+scalar).Call(from, ref)
	case scalar != "" && k.Default == nil:
		return typedID(scalar).Call(from, ref)
	case scalar != "" && inlineDefault(k):
		return typedID(scalar+"Or").Call(from, ref, defaultValue(k))
	case readsEnum(k):
		return readEnum(k, from)
	case k.Optional:
		return typedID("Optional").Call(from, ref, decoder(k))
	case k.Default == nil:
		return typedID("Required").Call(from, ref, decoder(k))
	case inlineDefault(k):
		return typedID("OrValue").Call(from, ref, decoder(k), defaultValue(k))
	default:
		return typedID("Or").Call(from, ref, decoder(k), jen.Id(k.DefaultFunc()))
	}
}
