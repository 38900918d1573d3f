package names

import "github.com/seed92179c4c/stategen/internal/diag"

var goNameConflict = diag.Register(diag.OnOutput, diag.Rule{
	ID:      "go-name-conflict",
	Summary: "two declarations need the same Go name, or no Go name can be made",
	Why:     "Names are never changed to fit, because that would break the code that uses them when a key is added. Set go_name to choose one.",
	Bad:     "version: 1\nkeys:\n  user:name: string?\n  user_name: {scope: session, type: string, optional: true}\n",
	Good:    "version: 1\nkeys:\n  user:name: string?\n  user_name: {scope: session, type: string, optional: true, go_name: NameOfUser}\n",
})

var invalidPackageName = diag.Register(diag.OnOutput, diag.Rule{
	ID:      "invalid-package-name",
	Summary: "the name of the generated package is not valid in Go",
	Why:     "The schema names no package, and the name that is used instead is not a Go identifier.",
	Bad:     "generator.Generate(s, generator.Options{Package: \"my-state\"})\n",
	Good:    "generator.Generate(s, generator.Options{Package: \"mystate\"})\n",
})
