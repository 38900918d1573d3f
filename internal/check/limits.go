package check

import (
	"fmt"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// mostInFile is how many findings are shown of one file.
const mostInFile = 1_000

// firstOf returns the first findings of a file, and says how many more there
// are. More says that there are others, which were not kept.
func firstOf(file string, list diag.List, more bool) diag.List {
	if len(list) <= mostInFile && !more {
		return list
	}
	list = list.Sort()
	shown := list[:min(len(list), mostInFile)]
	rest := list[len(shown):]
	d := diag.Diagnostic{
		ID:       NotChecked.ID,
		Severity: diag.Warning,
		Span:     diag.Span{File: file},
		Message:  fmt.Sprintf("%d more findings in this file are not shown", len(rest)),
		Hint:     "fix these first",
	}
	if more || rest.HasErrors() {
		d.Severity = diag.Error
	}
	if more {
		d.Message = "more than " + d.Message + "; comments that may suppress some of them were not considered"
	}
	if len(shown) > 0 {
		end := shown[len(shown)-1].Span.End
		d.Span.Start, d.Span.End = end, end
	}
	return append(shown, d)
}
