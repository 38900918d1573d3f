package schema

import "fmt"

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
