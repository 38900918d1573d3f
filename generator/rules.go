package generator

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/generator/golang/names"
)

const idGenerate = "generate"

// Rules describes every kind of finding that Generate reports.
func Rules() diag.Rules {
	return append(names.Rules(), uncompilablePlaceholder, diag.Rule{
		ID:      idGenerate,
		Summary: "stategen generated code that is not valid Go",
		Why:     "The schema is not at fault: this is a bug in stategen. Please report it with the schema. The files on disk are left unchanged.",
	})
}
