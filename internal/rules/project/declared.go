package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// DeclaredHere points to a key's declaration.
func DeclaredHere(key *schema.Key) []diag.Related {
	return []diag.Related{{Span: key.Span, Message: diag.Quote(key.Wire()) + " is declared here"}}
}

// declaredType writes the declared type as the schema does.
func declaredType(key *schema.Key) string {
	if key.Encoding == schema.JSONString {
		return "JSON text in a string"
	}
	return key.Type.String()
}
