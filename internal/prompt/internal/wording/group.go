package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// longestGroup is more than any placeholder that somebody got wrong.
const longestGroup = 150

// CouldBeMeant reports whether a group could be a placeholder that somebody got
// wrong: JSON, code and formulas are told apart by how they begin, and by the
// dollar of shells and JavaScript before them.
func CouldBeMeant(tok instruction.Token, text string) bool {
	if tok.NameEnd-tok.NameStart > longestGroup || tok.Start > 0 && text[tok.Start-1] == '$' {
		return false
	}
	body := text[tok.NameStart:tok.NameEnd]
	for body != "" && (body[0] == ' ' || body[0] == '\t') {
		body = body[1:]
	}
	if !beginsWithLetter(body) || strings.ContainsAny(body, "\n`\\=;") {
		return false
	}
	if strings.ContainsAny(body, "\"',") {
		_, ok := ReadPart(tok, text)
		if !ok {
			_, _, ok = ReadDefault(tok, text)
		}
		return ok
	}
	return true
}

// beginsWithLetter reports whether a text begins as an identifier does.
func beginsWithLetter(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return first == '_' || unicode.IsLetter(first)
}

// Group is the text between the brackets of a group, taken apart.
type Group struct {
	Core     string // without spaces at the ends and around a colon, without marks
	Optional bool
}

// ReadGroup takes a group apart.
func ReadGroup(tok instruction.Token, text string) Group {
	body := strings.TrimSpace(tok.Name(text))
	core := strings.TrimRight(body, "? \t")
	w := Group{Core: core, Optional: strings.Contains(body[len(core):], "?")}
	if head, tail, ok := strings.Cut(core, ":"); ok {
		w.Core = strings.TrimSpace(head) + ":" + strings.TrimSpace(tail)
	}
	return w
}

// Prefixed reports whether the wording is two names and a colon.
func (w Group) Prefixed() bool {
	prefix, name, ok := strings.Cut(w.Core, ":")
	return ok && IsName(prefix) && IsName(name)
}

// IsName reports whether a text is an identifier.
func IsName(text string) bool { return instruction.IsKey(text) && !strings.Contains(text, ":") }

// IsScopePrefix reports whether a name is what keys of a scope begin with.
func IsScopePrefix(prefix string) bool {
	scope, _ := runtime.ParseKey(prefix + ":")
	return scope != runtime.ScopeSession
}
