package rules

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

var UnreadableFile = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unreadable-file",
	Summary: "a file that the schema needs cannot be read",
	Why:     "An included schema adds keys and types, and an instruction's file is compiled to Go. Without them the output would be another.",
	Bad:     "version: 1\ninstructions:\n  greeter: {file: prompts/greter.md}\n",
	Good:    "version: 1\ninstructions:\n  greeter: {file: prompts/greeter.md}\n",
})

var FileLimit = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "file-limit",
	Summary: "a file goes beyond a limit of size, nesting or number",
	Why:     "A schema can come from a stranger's repository. The limits keep a hostile one from taking all memory or never ending, and are far beyond what people write.",
	Bad:     "version: 1\nkeys:\n  matrix: {type: json, default: " + strings.Repeat("[", 64) + strings.Repeat("]", 64) + "}\n",
	Good:    "version: 1\nkeys:\n  matrix: {type: json, default: [[1, 0], [0, 1]]}\n",
})

var InvalidText = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-text",
	Summary: "a file is not UTF-8 text, or contains a NUL byte",
	Why:     "Keys and templates are compared byte by byte with what agents use. Text in another encoding would never match.",
	Bad:     "version: 1\nkeys:\n  caf\xe9: string\n",
	Good:    "version: 1\nkeys:\n  café: string\n",
})

var YAMLSyntax = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "yaml-syntax",
	Summary: "a file is not valid YAML",
	Why:     "None of it can be read until its syntax is valid. The caret is where the parser first noticed.",
	Bad:     "version: 1\nkeys:\n\tcity: string\n",
	Good:    "version: 1\nkeys:\n  city: string\n",
})

var NotASchema = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "not-a-schema",
	Summary: "a file that was given or included is something else than a schema",
	Why:     "It has none of the fields of a schema, so it is most likely the wrong file. Its other lines are not looked at.",
	Bad:     "package main\n\nfunc main() {}\n",
	Good:    "version: 1\npackage: mainstate\n",
})

var UnsupportedYAML = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unsupported-yaml",
	Summary: "a file uses a part of YAML that schemas leave out",
	Why:     "Merge keys, tags, several documents and names that are not strings are read differently by different tools, and editors can't check them.",
	Bad:     "version: 1\nkeys:\n  a: &a {type: string}\n  b: {<<: *a, doc: The same.}\n",
	Good:    "version: 1\nkeys:\n  a: {type: string}\n  b: {type: string, doc: The same.}\n",
})

var IncludeCycle = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "include-cycle",
	Summary: "a schema includes itself",
	Why:     "Files that need each other have no order in which they could be read.",
	Bad:     "version: 1\ninclude: [stategen.yaml]\n",
	Good:    "version: 1\ninclude: [common.yaml]\n",
})

var InvalidImport = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-import",
	Summary: "an include names no Go package, or a schema is included in two ways",
	Why:     "The types of an imported schema exist once, in the package generated from it. Otherwise values could not pass between packages.",
	Bad:     "version: 1\ninclude:\n  - {file: common.yaml, import: common package}\n",
	Good:    "version: 1\ninclude:\n  - {file: common.yaml, import: example.com/m/commonstate}\n",
})
