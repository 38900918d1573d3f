// Package jsonschema describes the state that a schema declares as a JSON Schema. It knows
// which regular expressions mean the same there and in Go.
package jsonschema
