// Package typed has the helpers that generated accessors call: they convert
// between the values of a state, in every shape in which a store may give
// them back, and exactly one Go type each. Its functions are meant for
// generated code and change with it; people use the generated package.
//
// For a type such as int there is
//
//	Int      read a required key
//	IntOr    read a key with a default
//	OptInt   read an optional key
//	SetInt   write a key
//	AsInt    convert a value that was read
//	FromInt  convert a value to be written
//
// Lists, maps and objects pass their own As and From functions to Required,
// Or, Optional and Set. Enums have reading functions of their own, which leave
// whatever isn't one of their values to GotRequired, GotOr and GotOptional.
//
// Only JSON-basic values are written: bool, string, float64, int, int64,
// []any and map[string]any, all the way down. Nothing that is read or written
// shares memory with the state.
package typed

// GeneratedCodeVersion1 is referred to by generated code. A runtime that can
// no longer serve code of this version drops the constant, so that the build
// fails instead of the program.
const GeneratedCodeVersion1 = 1
