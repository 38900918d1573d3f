package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/schema"
)

// typeCode returns the type as Go writes it.
func typeCode(t *names.Type) *jen.Statement {
	switch t.Kind {
	case schema.String:
		return jen.String()
	case schema.Bool:
		return jen.Bool()
	case schema.Int:
		return jen.Int()
	case schema.Int64:
		return jen.Int64()
	case schema.Float:
		return jen.Float64()
	case schema.Time:
		return jen.Qual("time", "Time")
	case schema.Duration:
		return jen.Qual("time", "Duration")
	case schema.Bytes:
		return jen.Index().Byte()
	case schema.JSON:
		return jen.Any()
	case schema.List:
		return jen.Index().Add(typeCode(t.Elem))
	case schema.Map:
		return jen.Map(jen.String()).Add(typeCode(t.Elem))
	case schema.Go:
		return jen.Qual(t.Go.Path, t.Go.Name)
	default:
		return memberOf(t.Named, t.Named.Ident)
	}
}

// optionalCode returns the type of a struct field that may be unset.
func optionalCode(t *names.Type) *jen.Statement {
	if !t.Pointer() {
		return typeCode(t)
	}
	return jen.Op("*").Add(typeCode(t))
}

// memberOf refers to a name that is declared with a type, wherever that is.
func memberOf(t *names.Named, name string) *jen.Statement {
	if t.Import != nil {
		return jen.Qual(t.Import.Path, name)
	}
	return jen.Id(name)
}

// asFunc returns the function that converts a read value to the type.
func asFunc(t *names.Type) *jen.Statement { return converter("as", "As", t) }

// fromFunc returns the function that converts a value of the type to be
// written.
func fromFunc(t *names.Type) *jen.Statement { return converter("from", "From", t) }

func converter(local, shared string, t *names.Type) *jen.Statement {
	if name := t.Scalar(); name != "" {
		return typedID(shared + name)
	}
	if t.Kind == schema.Go {
		return typedID(shared + "Go").Index(typeCode(t))
	}
	return jen.Id(local + t.Converter)
}
