package yamlsrc

import "github.com/seed92179c4c/stategen/internal/diag"

var ConflictingFields = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "conflicting-fields",
	Summary: "two fields that exclude each other are combined",
	Why:     "One of them would have to lose, and it is not clear which.",
	Bad:     "version: 1\ninstructions:\n  greeter: {file: prompts/greeter.md, text: Hello}\n",
	Good:    "version: 1\ninstructions:\n  greeter: {text: Hello}\n",
})

var (
	FieldsCombined = ConflictingFields.Says("%s and %s can't be combined", "remove one of them")
	OptionalMark   = ConflictingFields.Says("the type ends in ?, but optional is false",
		"remove the ? or the field optional")
	ValueCombined = ConflictingFields.Says("value can't be combined with %s",
		"remove it; it belongs to a func with key, and makes that a write")
	SensitiveForClient = ConflictingFields.Says("sensitive and client can't be combined: a client would show the value", "remove one of them")
)
