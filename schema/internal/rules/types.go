package rules

import "github.com/seed92179c4c/stategen/internal/diag"

var UnknownType = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unknown-type",
	Summary: "a type that does not exist",
	Why:     "The type decides the Go type of the accessors and what a store may give back.",
	Bad:     "version: 1\nkeys:\n  visits: integer\n",
	Good:    "version: 1\nkeys:\n  visits: int\n",
})

var InvalidType = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-type",
	Summary: "a type that is not written as one",
	Why:     "Types are written as in Go: []T for a list, map[string]T for a map, and a ? at the end for what may be missing.",
	Bad:     "version: 1\nkeys:\n  seats: \"map[int]string\"\n",
	Good:    "version: 1\nkeys:\n  seats: \"map[string]string\"\n",
})

var InvalidGoType = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-go-type",
	Summary: "a go_type that names no exported Go type",
	Why:     "Generated code imports the package and uses the type, so both must be written out.",
	Bad:     "version: 1\nkeys:\n  flight: {go_type: Flight}\n",
	Good:    "version: 1\nkeys:\n  flight: {go_type: example.com/m.Flight}\n",
})

var DuplicateType = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "duplicate-type",
	Summary: "a type is declared in two files",
	Why:     "Keys of both files would mean different things by one name.",
	Bad:     "version: 1\ninclude: [common.yaml]\ntypes:\n  Step: {enum: [search, done]}\n",
	Good:    "version: 1\ninclude: [common.yaml]\ntypes:\n  BookingStep: {enum: [search, done]}\n",
})

var DuplicateValue = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "duplicate-value",
	Summary: "a list that names each thing once names one twice",
	Why:     "An enum would have two constants for one value, an output two adapters of one name.",
	Bad:     "version: 1\ntypes:\n  Step: {enum: [search, done, search]}\n",
	Good:    "version: 1\ntypes:\n  Step: {enum: [search, done]}\n",
})

var RecursiveType = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "recursive-type",
	Summary: "an object contains itself by value",
	Why:     "No value of it could ever be written down, and Go refuses such a struct.",
	Bad:     "version: 1\ntypes:\n  Node: {fields: {name: string, next: Node}}\n",
	Good:    "version: 1\ntypes:\n  Node: {fields: {name: string, next: \"Node?\"}}\n",
})

var InvalidValue = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-value",
	Summary: "a default or a limit is not of its type",
	Why:     "Defaults are compiled into the getters. One of another type could never be returned.",
	Bad:     "version: 1\nkeys:\n  visits: {type: int, default: \"0\"}\n",
	Good:    "version: 1\nkeys:\n  visits: {type: int, default: 0}\n",
})

var InvalidDefault = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-default",
	Summary: "a default that the key's own limits refuse, or null",
	Why:     "Reading would return a value that may not be written. Null means that nothing is set, so it can't be a default.",
	Bad:     "version: 1\nkeys:\n  seats: {type: int, min: 1, default: 0}\n",
	Good:    "version: 1\nkeys:\n  seats: {type: int, min: 1, default: 1}\n",
})

var OptionalDefault = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "optional-default",
	Summary: "a key is optional and has a default",
	Why:     "A read of an optional key says whether it is set; a read of a key with a default always gives a value. One key can't do both.",
	Bad:     "version: 1\nkeys:\n  lang: {type: string, optional: true, default: en}\n",
	Good:    "version: 1\nkeys:\n  lang: {type: string, default: en}\n",
})

var InvalidConstraint = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-constraint",
	Summary: "a limit that does not fit the type, or that no value can meet",
	Why:     "A limit that checks nothing gives a false sense of safety, and one that nothing meets makes every write fail.",
	Bad:     "version: 1\nkeys:\n  city: {type: string, max: 20}\n",
	Good:    "version: 1\nkeys:\n  city: {type: string, max_length: 20}\n",
})

var InvalidPattern = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-pattern",
	Summary: "a pattern that means something different in Go and in JSON Schema",
	Why:     "Go code checks the pattern by its own rules, editors and other languages by those of JSON Schema. They must accept the same values.",
	Bad:     "version: 1\nkeys:\n  code: {type: string, pattern: '^\\s*[a-z]+$'}\n",
	Good:    "version: 1\nkeys:\n  code: {type: string, pattern: '^[ \\t]*[a-z]+$'}\n",
})
