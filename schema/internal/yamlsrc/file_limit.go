package yamlsrc

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
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
