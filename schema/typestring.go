package schema

import (
	"fmt"
	"maps"
	"slices"
)

// String writes the type as a schema does.
func (t *Type) String() string {
	switch {
	case t == nil:
		return "?"
	case t.Kind == List:
		return "[]" + t.Elem.String()
	case t.Kind == Map:
		return "map[string]" + t.Elem.String()
	case t.Named != nil:
		return t.Named.Name
	case t.Kind == Go:
		return t.Go.Path + "." + t.Go.Name
	}
	return t.Kind.String()
}

// String returns the kind's name; of a scalar, the type as a schema writes it.
func (k Kind) String() string {
	switch k {
	case List:
		return "list"
	case Map:
		return "map"
	case Enum:
		return "enum"
	case Object:
		return "object"
	case Go:
		return "go_type"
	}
	for name, kind := range scalarKinds {
		if kind == k {
			return name
		}
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

var scalarKinds = map[string]Kind{
	"string": String, "bool": Bool, "int": Int, "int64": Int64, "float": Float,
	"time": Time, "duration": Duration, "bytes": Bytes, "json": JSON,
}

// ScalarKind returns the kind of a type that is neither made of others nor
// declared, by the name that a schema writes.
func ScalarKind(name string) (Kind, bool) {
	k, ok := scalarKinds[name]
	return k, ok
}

// ScalarNames lists the names of these types.
func ScalarNames() []string { return slices.Sorted(maps.Keys(scalarKinds)) }
