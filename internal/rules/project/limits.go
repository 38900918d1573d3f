package project

import "github.com/seed92179c4c/stategen/internal/diag"

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
	at := diag.Span{File: file}
	if len(shown) > 0 {
		at.End = shown[len(shown)-1].Span.End
		at.Start = at.End
	}
	return append(shown, notShown(at, rest, more))
}
