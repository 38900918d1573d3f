package instruction

import (
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/runtime"
)

// group is a run of opening brackets, text without brackets and a run of
// closing ones: text[start:end], with text[open+1:close] between the
// innermost two.
type group struct{ start, open, close, end int }

// nextGroup finds the first group from pos on. An opening run that meets
// another opening bracket before a closing one begins no group.
func nextGroup(text string, pos int, open, shut byte) (group, bool) {
	first := strings.IndexByte(text[pos:], open)
	if first < 0 {
		return group{}, false
	}
	first += pos
	n := strings.IndexByte(text[first:], shut)
	if n < 0 {
		return group{}, false
	}
	g := group{close: first + n}
	g.open = first + strings.LastIndexByte(text[first:g.close], open)
	g.start = g.open
	for g.start > first && text[g.start-1] == open {
		g.start--
	}
	g.end = g.close + 1
	for g.end < len(text) && text[g.end] == shut {
		g.end++
	}
	return g, true
}

const artifactPrefix = "artifact."

// fillADK takes the whole group with all its braces, as ADK does.
func (t *Token) fillADK(text string, g group) {
	t.Start, t.End = g.start, g.end
	rest := strings.TrimLeftFunc(text[g.open+1:g.close], unicode.IsSpace)
	t.classify(g, strings.TrimSpace(rest), g.close-len(rest))
}

// fillPlain takes one pair of brackets; false when an even number of opening
// ones makes them literal text.
func (t *Token) fillPlain(text string, g group) bool {
	if (g.open-g.start)%2 == 1 {
		return false
	}
	t.Start, t.End = g.open, g.close+1
	name := text[g.open+1 : g.close]
	if name != strings.TrimSpace(name) || strings.TrimSuffix(name, "?") == artifactPrefix {
		name = ""
	}
	t.classify(g, name, g.open+1)
	return true
}

// classify makes a placeholder of a name, found at offset, that can be looked
// up, and a Group of any other.
func (t *Token) classify(g group, name string, offset int) {
	key, optional := strings.CutSuffix(name, "?")
	file, artifact := strings.CutPrefix(key, artifactPrefix)
	switch {
	case artifact:
		t.Kind = Artifact
		offset += len(artifactPrefix)
		key = file
	case IsKey(key):
		t.Kind = Key
	default:
		t.Kind, t.Optional = Group, false
		t.NameStart, t.NameEnd = g.open+1, g.close
		return
	}
	t.Optional = optional
	t.NameStart, t.NameEnd = offset, offset+len(key)
}

// IsKey reports whether a state key can stand in a placeholder: an identifier
// of letters, digits and underscores, with the prefix of a scope or none.
func IsKey(key string) bool {
	_, name := runtime.ParseKey(key)
	return isIdentifier(name)
}
