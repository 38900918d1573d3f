package yamlsrc

import "github.com/seed92179c4c/stategen/internal/diag"

var MissingField = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "missing-field",
	Summary: "a field that has to be there is missing",
	Why:     "A key without a type, or an enum without values, can't be turned into Go.",
	Bad:     "version: 1\nkeys:\n  city: {doc: Where to go.}\n",
	Good:    "version: 1\nkeys:\n  city: {type: string, doc: Where to go.}\n",
})

var (
	EmptyFile = MissingField.Says("the file is empty", "begin with version: 1")
	NoFields  = MissingField.Says("the object %s has no fields", "add one, or use the type json")
	NoType    = MissingField.Says("a type is missing here", "write, for example, type: string")
	NoneOf    = MissingField.Says("%s needs %s", "add one of these fields")
	NoField   = MissingField.Says("%[1]s needs the field %[2]s", "write %[2]s: %[3]s")
)
