package generator

import "github.com/seed92179c4c/stategen/internal/diag"

var invalidCode = diag.Register(diag.OnOutput, diag.Rule{
	ID:      "generate",
	Summary: "stategen generated code that is not valid Go",
	Why:     "The schema is not at fault: this is a bug in stategen. Please report it with the schema. The files on disk are left unchanged.",
})
