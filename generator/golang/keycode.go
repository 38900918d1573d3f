package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/schema"
)

// Fragments that the methods of a key share.

// keyRef is the key in a function's body: a constant, or what locate finds.
func keyRef(k *names.Key) *jen.Statement {
	if k.IsFamily() {
		return jen.Id("key")
	}
	return jen.Id(k.Constant())
}

// signature is the parameters of a key's method: those of its family, and
// what the method takes itself.
func signature(k *names.Key, own ...jen.Code) []jen.Code {
	var params []jen.Code
	for i, name := range k.ParamNames {
		p := jen.Id(name)
		if i == len(k.ParamNames)-1 {
			p.String()
		}
		params = append(params, p)
	}
	return append(params, own...)
}

// arguments passes on what signature takes.
func arguments(k *names.Key, own ...jen.Code) []jen.Code {
	var args []jen.Code
	for _, name := range k.ParamNames {
		args = append(args, jen.Id(name))
	}
	return append(args, own...)
}

// locate prints how a family's method finds its key. Failed is what the method
// returns beside the error.
func locate(k *names.Key, g *jen.Group, failed ...jen.Code) {
	if !k.IsFamily() {
		return
	}
	g.List(jen.Id("key"), jen.Err()).Op(":=").Id(k.KeyFunc()).Call(arguments(k)...)
	g.If(jen.Err().Op("!=").Nil()).Block(jen.Return(append(failed, jen.Err())...))
}

// sourceState is the state that a key is read from: its other names and forms
// count too.
func sourceState(k *names.Key) *jen.Statement {
	from := jen.Id("r").Dot("from")
	if !k.Moves.Moved() {
		return from
	}
	return keyMoves(k).Dot("From").Call(from)
}

// targetState is the state that a key is written to, given where a method
// writes: under the key's other names, too.
func targetState(k *names.Key, to *jen.Statement) *jen.Statement {
	if len(k.Moves.Names) == 0 {
		return to
	}
	return keyMoves(k).Dot("To").Call(to)
}

// redacted wraps an error of a sensitive key.
func redacted(k *names.Key, err *jen.Statement) *jen.Statement {
	if k.Sensitive {
		return typedID("Redact").Call(err)
	}
	return err
}

// inlineDefault reports whether the default is an immutable value, which every
// reader may be given.
func inlineDefault(k *names.Key) bool {
	s := k.Type.Kind.Scalar()
	return k.Type.Kind == schema.Enum || s != nil && !s.Mutable
}

// defaultValue is an expression for a fresh default.
func defaultValue(k *names.Key) *jen.Statement {
	if inlineDefault(k) {
		return literal(k.GoType, k.Default.Data)
	}
	return jen.Id(k.DefaultFunc()).Call()
}

// decoder is the function that reads a key's value.
func decoder(k *names.Key) *jen.Statement {
	switch {
	case k.Encoding == schema.JSONString:
		return jen.Id(k.DecodeFunc())
	case plan.Recursive(k.Type):
		return typedID("AsFinite").Call(asFunc(k.GoType))
	default:
		return asFunc(k.GoType)
	}
}

func encoder(k *names.Key) *jen.Statement {
	if k.Encoding == schema.JSONString {
		return jen.Id(k.EncodeFunc())
	}
	return fromFunc(k.GoType)
}

// scalar is what runtime/typed calls the key's type, if it has accessors for
// it.
func scalar(k *names.Key) string {
	if k.Encoding != schema.Plain {
		return ""
	}
	return k.GoType.Scalar()
}
