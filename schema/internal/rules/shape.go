package rules

import "github.com/seed92179c4c/stategen/internal/diag"

var UnknownField = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unknown-field",
	Summary: "a field that the schema language does not have",
	Why:     "A misspelt field would silently be left out: an optional key would be required, a constraint would not apply.",
	Bad:     "version: 1\nkeys:\n  city: {type: string, optinal: true}\n",
	Good:    "version: 1\nkeys:\n  city: {type: string, optional: true}\n",
})

var DuplicateField = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "duplicate-field",
	Summary: "a name appears twice in one mapping",
	Why:     "Most YAML tools keep the last of the two in silence, so half of what is written has no effect.",
	Bad:     "version: 1\nkeys:\n  city: string\n  city: int\n",
	Good:    "version: 1\nkeys:\n  city: string\n  city_code: int\n",
})

var MissingField = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "missing-field",
	Summary: "a field that has to be there is missing",
	Why:     "A key without a type, or an enum without values, can't be turned into Go.",
	Bad:     "version: 1\nkeys:\n  city: {doc: Where to go.}\n",
	Good:    "version: 1\nkeys:\n  city: {type: string, doc: Where to go.}\n",
})

var ConflictingFields = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "conflicting-fields",
	Summary: "two fields that exclude each other are combined",
	Why:     "One of them would have to lose, and it is not clear which.",
	Bad:     "version: 1\ninstructions:\n  greeter: {file: prompts/greeter.md, text: Hello}\n",
	Good:    "version: 1\ninstructions:\n  greeter: {text: Hello}\n",
})

var FieldTypeMismatch = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "field-type-mismatch",
	Summary: "a field has a value of the wrong type",
	Why:     "YAML reads yes as a string and 1 as a number. Taking one for the other would guess at what was meant.",
	Bad:     "version: 1\nkeys:\n  city: {type: string, optional: yes}\n",
	Good:    "version: 1\nkeys:\n  city: {type: string, optional: true}\n",
})

var UnknownValue = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unknown-value",
	Summary: "a field that allows a few values has another",
	Why:     "A scope, merge or target that does not exist can't be carried out.",
	Bad:     "version: 1\nkeys:\n  visits: {type: int, scope: users, default: 0}\n",
	Good:    "version: 1\nkeys:\n  visits: {type: int, scope: user, default: 0}\n",
})

var InvalidName = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-name",
	Summary: "a name can't be used in Go",
	Why:     "Names of types and packages, and every go_name, become Go identifiers.",
	Bad:     "version: 1\nkeys:\n  city: {type: string, go_name: city}\n",
	Good:    "version: 1\nkeys:\n  city: {type: string, go_name: City}\n",
})

var InvalidPath = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-path",
	Summary: "a path is absolute, leaves its folder, or is not a pattern",
	Why:     "A schema must mean the same on every machine, and must not make stategen read files outside its folder.",
	Bad:     "version: 1\ninstructions:\n  greeter: {file: ../../etc/passwd}\n",
	Good:    "version: 1\ninstructions:\n  greeter: {file: prompts/greeter.md}\n",
})
