// Package schema is the model of a stategen.yaml, with what checks the shape of the
// file: what a schema declares, with
// every name resolved and every default typed, or the part of that which is
// sound. Package load reads it, format lays its file out, and jsonschema
// describes its values to others.
package schema
