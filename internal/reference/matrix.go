package reference

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/flow"
)

// Matrix is who does what with which key, as a table.
type Matrix struct {
	Columns []Unit
	Rows    []Row
}

// Row is a key, and a cell per column: letters of what is done, empty for nothing.
type Row struct {
	Key   *Key
	Cells []string
}

// Shown reports whether there is anything in it.
func (m Matrix) Shown() bool { return len(m.Columns) > 0 }

// Letter is one of the letters in cells, and what it stands for.
type Letter struct{ Letter, Word string }

// Letters explains the cells.
func Letters() []Letter {
	return []Letter{
		{"R", "reads"}, {"P", "shows in a prompt"}, {"W", "writes"}, {"M", "merges"}, {"C", "clears"},
		{"O", "answers into"}, {"I", "begins sessions with"}, {"?", "source doesn't prove it"},
	}
}

var letterOf = map[flow.EdgeKind]string{
	flow.Reads: "R", flow.Shows: "P", flow.Writes: "W", flow.Merges: "M",
	flow.Clears: "C", flow.Outputs: "O", flow.Begins: "I",
}

// mostCells is what a browser still shows as a table, and people look through.
const mostCells = 250_000

func (b *builder) matrix(keys []*Key) Matrix {
	var m Matrix
	users := b.users(keys)
	if len(users)*len(keys) > mostCells {
		return Matrix{} // each key says who uses it
	}
	column := map[string]int{}
	for i, id := range users {
		column[id] = i
		m.Columns = append(m.Columns, b.unit(id))
	}
	for _, k := range keys {
		row := Row{Key: k, Cells: make([]string, len(users))}
		for _, e := range b.index.edges[k.node] {
			at := column[userOf(e)]
			row.Cells[at] = with(row.Cells[at], e)
		}
		m.Rows = append(m.Rows, row)
	}
	return m
}

func userOf(e flow.Edge) string {
	if e.Kind.IsRead() {
		return e.To
	}
	return e.From
}

// users are the columns: agents, each followed by what belongs to it, then the others.
func (b *builder) users(keys []*Key) []string {
	used := map[string]bool{}
	for _, k := range keys {
		for _, e := range b.index.edges[k.node] {
			used[userOf(e)] = true
		}
	}
	list := slices.Sorted(maps.Keys(used))
	slices.SortStableFunc(list, func(x, y string) int {
		return cmp.Or(cmp.Compare(b.group(x), b.group(y)), compareUnits(b.unit(x), b.unit(y)))
	})
	return list
}

// group orders columns: by agents, and behind all of them what belongs to none.
func (b *builder) group(id string) string {
	switch u := b.unit(id); {
	case u.kind == flow.Agent:
		return u.Name + "\x00"
	case len(u.Of) > 0:
		return u.Of[0] + "\x01"
	}
	return string(utf8.MaxRune)
}

// with adds an edge's letter to a cell, in the order of Letters.
func with(cell string, e flow.Edge) string {
	cell += letterOf[e.Kind]
	if e.Maybe {
		cell += "?"
	}
	var out strings.Builder
	for _, l := range Letters() {
		if strings.Contains(cell, l.Letter) {
			out.WriteString(l.Letter)
		}
	}
	return out.String()
}
