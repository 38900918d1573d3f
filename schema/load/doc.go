// Package load reads a stategen.yaml into its model, with the rules on schemas. Text becomes YAML nodes,
// each with its span; the JSON Schema finds fields that are unknown or of the
// wrong shape; what is left is read into a schema.Schema, which the meaning of
// types, keys and families is checked against; advice comes last. Each stage
// skips what an earlier one reported, so that a mistake is reported once and
// all mistakes are reported together.
//
// The package touches neither disk nor terminal: the caller passes a function
// that reads files.
package load
