package follow

import (
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
)

// Text is a string as far as it is known before the program runs. Its parts
// follow each other.
type Text []Part

// Part is a piece of a text. The exported fields travel in facts.
type Part struct {
	Text  string // what is known; empty in a hole
	Hole  bool   // known only when the program runs
	Param int    // of a summarized function: which parameter fills the hole, from 1; 0: none
	From  Range

	source *types.Var // what fills the hole, if it is a variable
}

// HoleMark stands for an unknown part in a text that is checked all the same.
// It can be in no key and begins no placeholder.
const HoleMark = source.UnknownPart

// Known reports whether a text has no holes.
func (t Text) Known() bool {
	return !slices.ContainsFunc(t, func(p Part) bool { return p.Hole })
}

// String returns the text, with HoleMark for each hole.
func (t Text) String() string {
	if len(t) == 1 && !t[0].Hole {
		return t[0].Text
	}
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.String())
	}
	return b.String()
}

// String returns the text of a part, HoleMark for a hole.
func (p Part) String() string {
	if p.Hole {
		return HoleMark
	}
	return p.Text
}

// Holes returns the indexes of the parts that are unknown.
func (t Text) Holes() []int {
	var at []int
	for i, p := range t {
		if p.Hole {
			at = append(at, i)
		}
	}
	return at
}

// OnlyHole reports whether nothing at all is known.
func (t Text) OnlyHole() bool {
	return len(t.Holes()) > 0 && !slices.ContainsFunc(t, func(p Part) bool { return p.Text != "" })
}

// says reports whether something is known, if only the variable that the text is in.
func (t Text) says() bool { return !t.OnlyHole() || t[0].source != nil }

// slice returns what is between two offsets of String().
func (t Text) slice(start, end int) Text {
	var out Text
	at := 0
	for _, p := range t {
		n := len(p.String())
		from, to := max(start-at, 0), min(end-at, n)
		at += n
		switch {
		case from >= to:
		case p.Hole:
			out = append(out, p)
		default:
			p.From.Skip += from
			p.Text = p.Text[from:to]
			out = append(out, p)
		}
	}
	return out
}

// Placeless forgets where a text is: what surrounds the argument of a
// wrapper is not what its caller has to fix.
func (t Text) Placeless() Text {
	out := slices.Clone(t)
	for i := range out {
		out[i].From = Range{}
	}
	return out
}

// Join is a text of several, one after the other.
func Join(texts ...Text) Text { return slices.Concat(texts...) }

// BordersHole reports whether a finding touches a part that is unknown and may
// change what it says.
func BordersHole(value string, s diag.Span) bool {
	return strings.HasSuffix(value[:s.Start], HoleMark) || strings.HasPrefix(value[s.End:], HoleMark)
}

// FilledBy is the variable that fills a hole; nil if it is something else.
func (p Part) FilledBy() *types.Var { return p.source }

// TextFile stands for the instruction in the findings about it, whose spans
// are offsets in the text until they are moved to the source.
const TextFile = "\x00instruction"
