package schema

import (
	"encoding/json"
	"slices"
)

// Form is how the values of a declaration are stored.
type Form struct {
	Type     *Type
	Encoding Encoding
}

// jsonKinds are the kinds of JSON values that a form can take.
type jsonKinds uint8

const (
	booleans jsonKinds = 1 << iota
	numbers
	texts
	arrays
	objects
	anyKind = booleans | numbers | texts | arrays | objects
)

// stored are the kinds of JSON values that a type is stored as.
func (t *Type) stored() jsonKinds {
	switch t.Kind {
	case Enum:
		return texts
	case List:
		return arrays
	case Map, Object:
		return objects
	case Go:
		return anyKind
	}
	return t.Kind.Scalar().stored
}

// StoredAsText reports whether values of a type are stored as text, and in no other way.
func (t *Type) StoredAsText() bool { return t.stored() == texts }

// Plain reports whether values of a type are stored as a single boolean, number or text.
func (t *Type) Plain() bool { return t.stored()&(arrays|objects) == 0 }

// MayRead reports whether code that reads values of this form could also take a
// value that was written in the older form. It compares the kinds of JSON values
// and, of text, whether the older form can be the text of this one; in doubt it
// is true. Where it is false, a stored value tells in which form it is.
func (f Form) MayRead(older Form) bool {
	switch {
	case f.Encoding == older.Encoding:
		return (&formComparer{left: maxFormSteps}).mayRead(f.Type, older.Type)
	case f.Encoding == JSONString:
		return mayReadPlain(f.Type, older.Type)
	default:
		return mayReadJSONText(f.Type, older.Type)
	}
}

// maxFormSteps bounds how many fields are compared.
const maxFormSteps = 2_000

// formComparer compares forms while it has steps left; then it is in doubt.
type formComparer struct{ left int }

func (c *formComparer) mayRead(t, older *Type) bool {
	shared := t.stored() & older.stored()
	switch {
	case shared&(booleans|numbers|arrays) != 0:
		return true // of lists, the empty one
	case shared&texts != 0 && mayReadText(t, older):
		return true
	}
	return shared&objects != 0 && c.mayReadObject(t, older)
}

// mayReadText compares two types that are both stored as text, or can be.
func mayReadText(t, older *Type) bool {
	switch {
	case t.Kind == Enum && older.Kind == Enum:
		read := t.Named.readValues()
		return slices.ContainsFunc(older.Named.Values, func(v EnumValue) bool { return read[v.Value] })
	case t.Kind == Enum:
		return anyOf(t.Named.readValues(), func(v string) bool { return writesText(older, v) })
	case older.Kind == Enum:
		return slices.ContainsFunc(older.Named.Values, func(v EnumValue) bool { return readsText(t, v.Value) })
	case takesAnyText(t) || takesAnyText(older):
		return true
	}
	return t.Kind == older.Kind || haveCommonText(t.Kind, older.Kind) || haveCommonText(older.Kind, t.Kind)
}

func takesAnyText(t *Type) bool { return t.Kind == String || t.Kind == JSON || t.Kind == Go }

// textClass is a type's kind, with one for both integers.
func textClass(t *Type) Kind {
	if t.Kind == Int64 {
		return Int
	}
	return t.Kind
}

// haveCommonText reports whether one text can be a value of both kinds.
func haveCommonText(a, b Kind) bool { return slices.Contains(a.Scalar().texts, b) }

// readsText reports whether a text can be read as a value of a type that is not
// an enum.
func readsText(t *Type, text string) bool {
	if t.stored()&texts == 0 || takesAnyText(t) {
		return takesAnyText(t)
	}
	_, err := t.Kind.Scalar().As(text)
	return err == nil
}

// writesText reports whether values of a type can be written as a text. Integers are only
// beyond what JSON keeps exact.
func writesText(t *Type, text string) bool {
	if t.stored()&texts == 0 || takesAnyText(t) {
		return takesAnyText(t)
	}
	s := t.Kind.Scalar()
	v, err := s.As(text)
	if err != nil {
		return false
	}
	written, err := s.From(v)
	return err == nil && written == any(text)
}

// mayReadObject compares what is stored as a JSON object. Types can be told
// apart by a field that one of them needs and the other never has.
func (c *formComparer) mayReadObject(t, older *Type) bool {
	switch {
	case t.stored() == anyKind || older.stored() == anyKind:
		return true
	case t.Kind == Map && older.Kind == Map: // the empty one
		return true
	case t.Kind == Map:
		return !slices.ContainsFunc(older.Named.Fields, func(f *Field) bool {
			return !f.Optional && f.Type != nil && !c.mayRead(t.Elem, f.Type)
		})
	}
	return !slices.ContainsFunc(t.Named.Fields, func(f *Field) bool {
		return !f.Optional && f.Type != nil && !c.mayReadField(f, older)
	})
}

// mayReadField reports whether a required field could be read from an object
// that was written as another type.
func (c *formComparer) mayReadField(f *Field, older *Type) bool {
	if len(f.Was) > 0 {
		return true // whatever it accepts
	}
	if older.Kind == Map {
		return c.mayRead(f.Type, older.Elem)
	}
	if c.left -= len(older.Named.Fields); c.left < 0 {
		return true
	}
	return slices.ContainsFunc(older.Named.Fields, func(o *Field) bool {
		named := o.Name == f.Name || slices.Contains(f.RenamedFrom, o.Name)
		return named && (o.Type == nil || c.mayRead(f.Type, o.Type))
	})
}

// mayReadPlain compares a type of today that is kept as JSON text with an older
// one that was stored as it is.
func mayReadPlain(t, older *Type) bool {
	switch older.Kind {
	case String, JSON, Go:
		return true
	case Bytes: // 1234, true and null are base64 as well
		return true
	case Int, Int64:
		return t.stored()&numbers != 0
	case Enum:
		return slices.ContainsFunc(older.Named.Values, func(v EnumValue) bool { return json.Valid([]byte(v.Value)) })
	}
	return false
}

// mayReadJSONText compares a type of today that is stored as it is with an older
// one that was kept as JSON text.
func mayReadJSONText(t, older *Type) bool {
	switch t.Kind {
	case String, JSON, Go:
		return true
	case Enum:
		return anyOf(t.Named.readValues(), func(v string) bool { return json.Valid([]byte(v)) })
	case Int, Int64, Duration:
		return older.stored()&numbers != 0
	case Bytes:
		return older.stored()&(numbers|booleans) != 0
	}
	return false
}

// readValues returns what is read as a value of an enum, older values included.
func (n *Named) readValues() map[string]bool {
	read := make(map[string]bool, len(n.Values))
	for _, v := range n.Values {
		read[v.Value] = true
		for _, old := range v.RenamedFrom {
			read[old] = true
		}
	}
	return read
}

func anyOf(words map[string]bool, ok func(string) bool) bool {
	for word := range words {
		if ok(word) {
			return true
		}
	}
	return false
}
