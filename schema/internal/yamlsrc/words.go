package yamlsrc

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

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

var FileLimit = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "file-limit",
	Summary: "a file goes beyond a limit of size, nesting or number",
	Why:     "A schema can come from a stranger's repository. The limits keep a hostile one from taking all memory or never ending, and are far beyond what people write.",
	Bad:     "version: 1\nkeys:\n  matrix: {type: json, default: " + strings.Repeat("[", 64) + strings.Repeat("]", 64) + "}\n",
	Good:    "version: 1\nkeys:\n  matrix: {type: json, default: [[1, 0], [0, 1]]}\n",
})

var (
	MoreFindings = FileLimit.Says("%d more findings are not shown", "fix these first")
	ManyFamilies = FileLimit.Says("the families of keys, and the names that they had, are too many to be compared",
		"keep such data in a map, and remove the old names that no store contains any more")
	LargeIncludes = FileLimit.Says("the included schemas have more than %d bytes together", "include less")
	ManyIncludes  = FileLimit.Says("more than %d files are included", "join some of them")
	LongKey       = FileLimit.Says("this key has %d bytes, and at most %d are allowed", "shorten it")
	DeepType      = FileLimit.Says("lists and maps nest deeper than %d levels in this type",
		"name a part of it under types")
	LargeFile  = FileLimit.Says("the file has %d bytes, and at most %d are read", "split it with include")
	LongLine   = FileLimit.Says("this line has %d bytes, and at most %d are read", "break the line")
	ManyValues = FileLimit.Says("the file has more than %d values, with its aliases expanded",
		"split the schema with include, and use fewer aliases")
	DeepValue        = FileLimit.Says("values nest deeper than %d levels here", "flatten the value")
	ManyDeclarations = FileLimit.Says("more than %d earlier declarations are listed",
		"remove those of which no value is stored any more")
	LargeDeclarations = FileLimit.Says("the earlier declarations are too many and too large to be compared",
		"remove those of which no value is stored any more")
)
