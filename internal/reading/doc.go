// Package reading is code generated from a schema, interpreted: what its getters,
// Load and setters do with values that a state holds, without generating or
// compiling anything. It calls the functions of runtime/typed that generated
// code calls, so that the errors are the same, too.
//
// A reading is exact about types, presence, defaults, constraints, encodings,
// families, and older names of keys, fields and enum values. Of a go_type it
// knows nothing: it takes every value as it is.
package reading
