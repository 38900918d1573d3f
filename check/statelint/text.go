package statelint

import (
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/statelint/internal/origin"
	"github.com/seed92179c4c/stategen/diag"
)

// text is a string as far as it is known before the program runs. Its parts
// follow each other.
type text []part

// part is a piece of a text. The exported fields travel in facts.
type part struct {
	Text  string // what is known; empty in a hole
	Hole  bool   // known only when the program runs
	Param int    // of a summarized function: which parameter fills the hole, from 1; 0: none
	File  text   // of a hole: the path of the file that fills it, if one does
	From  origin.Range

	source *types.Var // what fills the hole, if it is a variable
}

// holeMark stands for an unknown part in a text that is checked all the same.
// It can be in no key and begins no placeholder.
const holeMark = check.UnknownPart

func (t text) known() bool {
	return !slices.ContainsFunc(t, func(p part) bool { return p.Hole })
}

// string returns the text, with holeMark for each hole.
func (t text) string() string {
	if len(t) == 1 && !t[0].Hole {
		return t[0].Text
	}
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.string())
	}
	return b.String()
}

func (p part) string() string {
	if p.Hole {
		return holeMark
	}
	return p.Text
}

// holes returns the indexes of the parts that are unknown.
func (t text) holes() []int {
	var at []int
	for i, p := range t {
		if p.Hole {
			at = append(at, i)
		}
	}
	return at
}

// onlyHole reports whether nothing at all is known.
func (t text) onlyHole() bool {
	return len(t.holes()) > 0 && !slices.ContainsFunc(t, func(p part) bool { return p.Text != "" })
}

// file is the path of the file that the text is read from; nil if that is no
// file, or not all of the text.
func (t text) file() text {
	if len(t) != 1 {
		return nil
	}
	return t[0].File
}

// slice returns what stands between two offsets of string().
func (t text) slice(start, end int) text {
	var out text
	at := 0
	for _, p := range t {
		n := len(p.string())
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

// trimSpace is strings.TrimSpace. White space that a hole brings is kept.
func (t text) trimSpace() text {
	s := t.string()
	start := len(s) - len(strings.TrimLeft(s, " \t\r\n"))
	return t.slice(start, max(start, len(strings.TrimRight(s, " \t\r\n"))))
}

// placeless forgets where a text stands: what surrounds the argument of a
// wrapper is not what its caller has to mend.
func (t text) placeless() text {
	out := slices.Clone(t)
	for i := range out {
		out[i].From = origin.Range{}
	}
	return out
}

func join(texts ...text) text { return slices.Concat(texts...) }

// bordersHole reports whether a finding touches a part that is unknown and may
// change what it says.
func bordersHole(value string, s diag.Span) bool {
	return strings.HasSuffix(value[:s.Start], holeMark) || strings.HasPrefix(value[s.End:], holeMark)
}
