package format

import (
	"regexp"

	"github.com/rivo/uniseg"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// columns returns how many spaces are before each value of a mapping: one,
// or more where that keeps values in the column that their author gave them.
func (f *formatter) columns(n *yamlsrc.Node) []int {
	spaces := make([]int, len(n.Keys))
	for from := 0; from < len(n.Keys); {
		to, widest, column := from+1, f.keyWidth(n, from), f.column(n, from)
		apart := column > widest
		for ; to < len(n.Keys) && column > 0 && f.column(n, to) == column && f.lineOf(n.Keys[to].Span.Start) == f.lineOf(n.Keys[to-1].Span.Start)+1; to++ {
			width := f.keyWidth(n, to)
			widest, apart = max(widest, width), apart || column > width
		}
		for i := from; i < to; i++ {
			spaces[i] = 1
			if to > from+1 && apart {
				spaces[i] += widest - f.keyWidth(n, i)
			}
		}
		from = to
	}
	return spaces
}

// onlySpaces is what is between a name and a value in a column.
var onlySpaces = regexp.MustCompile(`^: +$`)

// column returns how many columns after the beginning of an entry's name its
// value is, without those that ": " takes; 0 when something else than
// spaces is between them.
func (f *formatter) column(n *yamlsrc.Node, i int) int {
	between := f.file.Src.Text[n.Keys[i].Span.End:max(n.Keys[i].Span.End, n.Items[i].Span.Start)]
	if !onlySpaces.Match(between) {
		return 0
	}
	return f.keyWidth(n, i) + len(between) - 2
}

func (f *formatter) keyWidth(n *yamlsrc.Node, i int) int {
	span := n.Keys[i].Span
	return uniseg.StringWidth(string(f.file.Src.Text[span.Start:span.End]))
}
