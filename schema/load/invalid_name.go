package load

import "github.com/seed92179c4c/stategen/internal/diag"

var invalidName = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-name",
	Summary: "a name can't be used in Go",
	Why:     "Names of types and packages, and every go_name, become Go identifiers.",
	Bad:     "version: 1\nkeys:\n  city: {type: string, go_name: city}\n",
	Good:    "version: 1\nkeys:\n  city: {type: string, go_name: City}\n",
})

var (
	notAnInstruction = invalidName.Says("%s can't be the name of an instruction",
		"use letters, digits, _ and -, and begin with a letter")
	notAPackage = invalidName.Says("%s can't be the name of a Go package",
		"use lower-case letters and digits, such as bookingstate")
	builtInType = invalidName.Says("%s is already a type", "choose another name")
	notAType    = invalidName.Says("%s can't be the name of a type",
		"use letters, digits and _, and begin with a letter")
	notAField   = invalidName.Says("a field needs a name without control characters", "use letters, digits and _")
	notExported = invalidName.Says("%s is not an exported Go name",
		"begin with a capital letter, and use letters, digits and _")
	notAFunc = invalidName.Says("%s does not name a function or method",
		"write the package's path and the name, such as example.com/trip/state.Read or example.com/trip/state.Store.Read")
	notAGoField = invalidName.Says("%s does not name a field",
		"write the package's path, the type and the field, such as example.com/trip.Agent.Prompt")
)
