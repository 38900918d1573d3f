package source

// Type is a kind of value, as all languages have it.
type Type uint8

// The types of values.
const (
	Unknown Type = iota
	String
	Bool
	Int
	Float
	List
	Object
	Null
	Time
)
