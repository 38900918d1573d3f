package pythonagents

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/python"
)

// KeyName is a field of an f-string that puts a name into an instruction, where a value would
// stand.
type KeyName struct {
	Span       diag.Span // with its braces
	Field, Key string
}

func keyNamesOf(found []python.KeyName) (list []KeyName) {
	for _, n := range found {
		list = append(list, KeyName{diag.Span{File: n.Path, Start: n.Start, End: n.End}, n.Field, n.Key})
	}
	return list
}
