package schema

import "github.com/seed92179c4c/stategen/internal/diag"

// Was is an earlier declaration of a key or a field, whose stored values the
// generated code still reads. What an entry doesn't say is as it is today.
type Was struct {
	// Key is where the older values are: a full key, or a field's name. Empty: under
	// today's name and the other names that the key or field has.
	Key      string
	Type     *Type         // nil: the type of today
	Encoding Encoding      // how they were written; of a field always Plain
	Values   []ValueMove   // of strings and enums: what each value has become
	Convert  Conversion    // who turns an older value into one of today
	Else     Unconvertible // what becomes of a value that can't be turned into one of today
	Span     diag.Span
}

// ValueMove is an older value and the one that replaces it.
type ValueMove struct {
	From, To string
	Span     diag.Span
}

// Conversion says who turns an older value into one of today.
type Conversion uint8

// ConvertGo calls a function that the user writes in the output package.
const (
	ConvertBuiltIn Conversion = iota
	ConvertGo
)

// Unconvertible says what reading an older value gives where the built-in
// conversion has no result.
type Unconvertible uint8

// ElseNone is for conversions that are total. ElseDrop reads the key as not
// set, ElseFail returns an error, ElseDefault reads the key's default.
const (
	ElseNone Unconvertible = iota
	ElseDrop
	ElseFail
	ElseDefault
)

// Removed is a key that was once declared. Its name stays taken.
type Removed struct {
	Key   string // as a state held it, prefix included; of a family, the pattern
	Purge bool   // what is stored under it is to be erased
	Doc   string
	Span  diag.Span
}
