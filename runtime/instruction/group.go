package instruction

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/runtime"
)

// group is a run of opening brackets, text without brackets and a run of
// closing ones: text[start:end], with text[open+1:close] between the
// innermost two.
type group struct{ start, open, close, end int }

// nextGroup finds the first group from an opening bracket on. An opening run
// that meets another opening bracket before a closing one begins no group.
func nextGroup(text string, first int, open, shut byte) (group, bool) {
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
	g.end = afterRun(text, g.close, shut)
	return g, true
}

// afterRun returns the offset after a run of brackets.
func afterRun(text string, at int, bracket byte) int {
	for at < len(text) && text[at] == bracket {
		at++
	}
	return at
}

const artifactPrefix = "artifact."

// fillBare takes an identifier, and maybe a marker, after the bracket at
// text[open]. Most placeholders are such, and need no closer look; false for
// all others.
func (t *Token) fillBare(text string, open int, shut byte) bool {
	rest, n := text[open+1:], 0
	for n < len(rest) && inIdentifier[rest[n]] {
		n++
	}
	end := n
	if n < len(rest) && rest[n] == '?' {
		n++
	}
	if n == len(rest) || rest[n] != shut || end == 0 || isDigit(rest[0]) {
		return false
	}
	t.Kind, t.Optional = Key, n > end
	t.NameStart, t.NameEnd = open+1, open+1+end
	t.Start, t.End = open, open+1+n+1
	return true
}

// fillADK takes the whole group with all its braces, as ADK does.
func (t *Token) fillADK(text string, g group) {
	t.Start, t.End = g.start, g.end
	start, end := trimSpace(text, g.open+1, g.close)
	t.classify(g, text[start:end], start)
}

// fillPlain takes one pair of brackets; false when an even number of opening
// ones makes them literal text.
func (t *Token) fillPlain(text string, g group) bool {
	if (g.open-g.start)%2 == 1 {
		return false
	}
	t.Start, t.End = g.open, g.close+1
	name := text[g.open+1 : g.close]
	if start, end := trimSpace(text, g.open+1, g.close); end-start < len(name) || strings.TrimSuffix(name, "?") == artifactPrefix {
		name = ""
	}
	t.classify(g, name, g.open+1)
	return true
}

// classify makes a placeholder of a name, found at offset, that can be looked
// up, and a Group of any other.
func (t *Token) classify(g group, name string, offset int) {
	t.Kind, t.Optional = Group, false
	t.NameStart, t.NameEnd = g.open+1, g.close
	if name == "" || !beginsIdentifier(name[0]) {
		return // most often JSON
	}
	key, optional := strings.CutSuffix(name, "?")
	if file, ok := strings.CutPrefix(key, artifactPrefix); ok {
		t.Kind, key, offset = Artifact, file, offset+len(artifactPrefix)
	} else if IsKey(key) {
		t.Kind = Key
	} else {
		return
	}
	t.Optional = optional
	t.NameStart, t.NameEnd = offset, offset+len(key)
}

// IsKey reports whether a state key can be in a placeholder: an identifier
// of letters, digits and underscores, with the prefix of a scope or none.
func IsKey(key string) bool {
	if isIdentifier(key) {
		return true
	}
	scope, name := runtime.ParseKey(key)
	return scope != runtime.ScopeSession && isIdentifier(name)
}

// trimSpace leaves out the white space at the ends of text[start:end].
func trimSpace(text string, start, end int) (int, int) {
	if start < end && isGraphic(text[start]) && isGraphic(text[end-1]) {
		return start, end
	}
	return trimAnySpace(text, start, end)
}

func trimAnySpace(text string, start, end int) (int, int) {
	inner := strings.TrimLeftFunc(text[start:end], unicode.IsSpace)
	return end - len(inner), end - len(inner) + len(strings.TrimRightFunc(inner, unicode.IsSpace))
}

// isGraphic reports whether a byte is an ASCII character that is not white space.
func isGraphic(c byte) bool { return ' ' < c && c < utf8.RuneSelf }

func isIdentifier(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return isUnicodeIdentifier(s)
		}
		if !inIdentifier[s[i]] {
			return false
		}
	}
	return s != "" && !isDigit(s[0])
}

// inIdentifier holds the ASCII letters, digits and the underscore.
var inIdentifier = func() (table [256]bool) {
	for c := range utf8.RuneSelf {
		table[c] = c == '_' || unicode.IsLetter(rune(c)) || isDigit(byte(c))
	}
	return table
}()

// beginsIdentifier reports whether the first byte of a text leaves it possible
// that it is an identifier.
func beginsIdentifier(c byte) bool {
	return c >= utf8.RuneSelf || inIdentifier[c] && !isDigit(c)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isUnicodeIdentifier(s string) bool {
	for i, r := range s {
		if !unicode.IsLetter(r) && r != '_' && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}
