package golang

import (
	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/schema"
)

// typeCode returns the type as Go writes it.
func typeCode(t *names.Type) *jen.Statement {
	if s := t.Kind.Scalar(); s != nil {
		return goType(s.Go)
	}
	switch t.Kind {
	case schema.List:
		return jen.Index().Add(typeCode(t.Elem))
	case schema.Map:
		return jen.Map(jen.String()).Add(typeCode(t.Elem))
	case schema.Go:
		return goType(t.Go)
	default:
		return memberOf(t.Named, t.Named.Ident)
	}
}

func goType(t schema.GoType) *jen.Statement {
	if t.Path == "" {
		return jen.Id(t.Name)
	}
	return jen.Qual(t.Path, t.Name)
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
