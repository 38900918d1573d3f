package shape

import "github.com/santhosh-tekuri/jsonschema/v5"

// This file alone imports the library that validates: its maintained continuation is version 6.
type (
	validator  = jsonschema.Schema
	validation = jsonschema.ValidationError
)

// compiled is a JSON Schema, ready to validate. It panics if the text is none.
func compiled(url, text string) *validator { return jsonschema.MustCompileString(url, text) }
