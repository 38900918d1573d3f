package load

import "github.com/seed92179c4c/stategen/internal/diag"

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
