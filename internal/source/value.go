package source

import "github.com/seed92179c4c/stategen/internal/diag"

// Type is a kind of value, as all languages have it.
type Type uint8

// The types of values.
const (
	Unknown Type = iota
	String
	Bool
	Int
	Float
	List   // of anything, as a database gives it back
	Object // of anything, as a database gives it back
	Null
	TypedList // of one type
	TypedObject
	Struct
	Special // what is a text in JSON, such as a time
)

// Family joins the types that a JSON value can come back as; empty: any.
func (t Type) Family() string {
	switch t {
	case String, Special:
		return "text"
	case Int, Float:
		return "a number"
	case Bool:
		return "true or false"
	case List, TypedList:
		return "a list"
	case Object, TypedObject, Struct:
		return "an object"
	}
	return ""
}

// Shown is the type of a value in words.
func (u Use) Shown() string {
	if u.TypeName == "" {
		return u.Type.Family()
	}
	return diag.Indefinite(u.TypeName)
}
