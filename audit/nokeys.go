package audit

import (
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// NoKeys is a schema of ADK's prompts that declares no key.
func NoKeys() *schema.Schema {
	return &schema.Schema{Grammar: instruction.Grammar{Dialect: instruction.ADK, Brace: true}}
}
