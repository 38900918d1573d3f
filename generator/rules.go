package generator

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/generator/golang/names"
)

const idGenerate = "generate"

// Rules describes every kind of finding that Generate reports.
func Rules() diag.Rules {
	return append(names.Rules(), diag.Rule{
		ID:      idGenerate,
		Summary: "stategen wrote code that is no Go",
		Why: "Nothing is wrong with the schema that its author could know of: this is a mistake in stategen, and worth a report " +
			"with the schema. The files on disk stay as they were.",
	})
}
