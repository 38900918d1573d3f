package schema

import (
	"regexp"

	"github.com/rivo/uniseg"
)

// columns returns how many spaces stand before each value of a mapping: one,
// or more where that keeps values in the column that their author gave them.
func (f *formatter) columns(n *node) []int {
	spaces := make([]int, len(n.keys))
	for from := 0; from < len(n.keys); {
		to, widest, column := from+1, f.keyWidth(n, from), f.column(n, from)
		apart := column > widest
		for ; to < len(n.keys) && column > 0 && f.column(n, to) == column && f.lineOf(n.keys[to].span.Start) == f.lineOf(n.keys[to-1].span.Start)+1; to++ {
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

// onlySpaces is what stands between a name and a value in a column.
var onlySpaces = regexp.MustCompile(`^: +$`)

// column returns how many columns behind the beginning of an entry's name its
// value stands, without those that ": " takes; 0 when something else than
// spaces is between them.
func (f *formatter) column(n *node, i int) int {
	between := f.file.src.Text[n.keys[i].span.End:max(n.keys[i].span.End, n.items[i].span.Start)]
	if !onlySpaces.Match(between) {
		return 0
	}
	return f.keyWidth(n, i) + len(between) - 2
}

func (f *formatter) keyWidth(n *node, i int) int {
	span := n.keys[i].span
	return uniseg.StringWidth(string(f.file.src.Text[span.Start:span.End]))
}
