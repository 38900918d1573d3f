package names

import "github.com/seed92179c4c/stategen/diag"

// The IDs of what is reported of names.
const (
	idGoName      = "go-name"
	idPackageName = "package-name"
)

// Rules describes every kind of finding that New reports.
func Rules() diag.Rules {
	return diag.Rules{
		{
			ID:      idGoName,
			Summary: "two things need one name in Go, or a name makes none",
			Why:     "Names are never changed to fit, because code that uses them would break when a key is added. A go_name decides.",
			Bad:     "version: 1\nkeys:\n  user:name: string?\n  user_name: {scope: session, type: string, optional: true}\n",
			Good:    "version: 1\nkeys:\n  user:name: string?\n  user_name: {scope: session, type: string, optional: true, go_name: NameOfUser}\n",
		},
		{
			ID:      idPackageName,
			Summary: "the files would belong to a package that Go does not allow",
			Why:     "The schema names no package, and the name that is used instead is no Go identifier.",
			Bad:     "generator.Generate(s, generator.Options{Package: \"my-state\"})\n",
			Good:    "generator.Generate(s, generator.Options{Package: \"mystate\"})\n",
		},
	}
}
