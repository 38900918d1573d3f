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

// classifyADK takes the whole group with all its braces, as ADK does.
func classifyADK(text string, g group) (Token, bool) {
	tok := Token{Kind: Group, Start: g.start, End: g.end, NameStart: g.open + 1, NameEnd: g.close}
	rest := strings.TrimLeftFunc(tok.Name(text), unicode.IsSpace)
	return named(tok, strings.TrimSpace(rest), tok.NameEnd-len(rest)), true
}

// classifyPlain takes one pair of brackets. An even number of opening ones is
// literal text.
func classifyPlain(text string, g group) (Token, bool) {
	if (g.open-g.start)%2 == 1 {
		return Token{}, false
	}
	tok := Token{Kind: Group, Start: g.open, End: g.close + 1, NameStart: g.open + 1, NameEnd: g.close}
	name := tok.Name(text)
	if name != strings.TrimSpace(name) || strings.TrimSuffix(name, "?") == artifactPrefix {
		return tok, true
	}
	return named(tok, name, tok.NameStart), true
}

// named makes a placeholder of a group whose name, found at offset, can be
// looked up.
func named(tok Token, name string, offset int) Token {
	key, optional := strings.CutSuffix(name, "?")
	file, artifact := strings.CutPrefix(key, artifactPrefix)
	switch {
	case artifact:
		tok.Kind = Artifact
		offset += len(artifactPrefix)
		key = file
	case IsKey(key):
		tok.Kind = Key
	default:
		return tok
	}
	tok.Optional = optional
	tok.NameStart, tok.NameEnd = offset, offset+len(key)
	return tok
}

// IsKey reports whether a state key can stand in a placeholder: an identifier
// of letters, digits and underscores, with the prefix of a scope or none.
func IsKey(key string) bool {
	_, name := runtime.ParseKey(key)
	return isIdentifier(name)
}
