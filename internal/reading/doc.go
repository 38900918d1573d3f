// Package reading does what generated getters, Load and setters do, without generating or compiling
// anything: it interprets the schema on the values that a state holds. It calls the functions of runtime/typed that generated
// code calls, so that the errors are the same, too.
//
// A reading is exact about types, presence, defaults, constraints, encodings,
// families, and older names of keys, fields and enum values. Of a go_type it
// knows nothing: it takes every value as it is.
package reading
