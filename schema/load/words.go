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

var invalidPath = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-path",
	Summary: "a path is absolute, leaves its folder, or is not a pattern",
	Why:     "A schema must mean the same on every machine, and must not make stategen read files outside its folder.",
	Bad:     "version: 1\ninstructions:\n  greeter: {file: ../../etc/passwd}\n",
	Good:    "version: 1\ninstructions:\n  greeter: {file: prompts/greeter.md}\n",
})

var (
	instructionOutside = invalidPath.Says("the instruction file %s is outside the schema's folder",
		"move it into the folder, and write its path relative to this file, with slashes")
	absoluteOut = invalidPath.Says("the output folder %s must be a relative path with slashes",
		"write it relative to this file, such as . or ../state")
	notAGlob        = invalidPath.Says("%s is not a pattern of file names", "write, for example, prompts/**/*.md")
	absoluteInclude = invalidPath.Says("the path %s of an included schema must be relative, with slashes",
		"write it relative to this file, such as ../common.yaml")
)

var duplicateValue = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "duplicate-value",
	Summary: "a list that names each thing once names one twice",
	Why:     "An enum would have two constants for one value, an output two adapters of one name.",
	Bad:     "version: 1\ntypes:\n  Step: {enum: [search, done, search]}\n",
	Good:    "version: 1\ntypes:\n  Step: {enum: [search, done]}\n",
})

var (
	secondAdapter = duplicateValue.Says("a schema has one adapter",
		"keep one; another schema that includes this one can have the other")
	targetTwice = duplicateValue.Says("the target %s is there twice", "remove one of the two")
	valueTwice  = duplicateValue.Says("the value %s appears here twice", "remove one of the two")
	sinkTwice   = duplicateValue.Says("this sink says again what %s takes", "keep one of them")
)
