package reading

import (
	"regexp"
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

// Part is a key followed by something that format strings and other template
// languages understand, and placeholders don't: a field, a format, a filter, a default.
type Part struct {
	Key    string
	Access string // fields, indexes and methods; empty: none of these
	Or     string // a default; empty: none
}

// ReadPart takes such a group apart; false if it is anything else.
func ReadPart(tok instruction.Token, text string) (Part, bool) {
	body := strings.TrimRight(strings.TrimSpace(tok.Name(text)), "? \t")
	m := partForm.FindStringSubmatch(body)
	if m == nil || m[1] == body {
		return Part{}, false
	}
	return Part{Key: m[1], Access: m[2], Or: m[3]}, true
}

// keyForm is a key at the beginning of a group.
var keyForm = `^(` + scopePrefix() + `?[\pL_][\pL\pN_]*)`

var partForm = regexp.MustCompile(keyForm +
	`((?:\??\.[\pL\pN_]+(?:\(\))?|\[(?:[\pL\pN_:-]+|'[^']*'|"[^"]*")\])*)` + // .field .method() [0] ['x']
	`(?:![rsa])?` +
	`(?::(?:` + strings.Join(formats, "|") + `))?` +
	`(?:\s*\|\s*(?:` + strings.Join(filters, "|") + `)(?:\([^()]*\)|:[^|]*)?)*` +
	`((?:\s+(?i:or)\s+|\s*(?:\|\|?|\?\?)\s*)(?:(?i:none|nothing|empty|unknown|default|n/a)|'[^']*'|"[^"]*"))?$`)

func scopePrefix() string {
	var prefixes []string
	for _, s := range runtime.Scopes() {
		if prefix := s.Key(""); prefix != "" {
			prefixes = append(prefixes, regexp.QuoteMeta(prefix))
		}
	}
	return "(?:" + strings.Join(prefixes, "|") + ")"
}

// formats are the format specifications that nothing else looks like: {a:b} and
// {a:1} are JavaScript more often.
var formats = []string{
	`[^\s]?[<>^]\d+[\w,.%]*`, // >10 *^20
	`%[A-Za-z].*`,            // %Y-%m-%d
	`[+-]?\d*,(?:\.\d+)?[a-zA-Z%]?`,
	`[+-]?\d*\.\d+[a-zA-Z%]`,
	`0\d+[a-zA-Z]?`,
	`\d+[a-zA-Z%]`,
	`(?:upper|lower|uppercase|lowercase|capitalize|titlecase)`, // of other template languages
}

// filters are names that follow a bar and are not a list of choices: {a|b|c}
// lists answers more often.
var filters = []string{
	"upper", "lower", "capitalize", "capfirst", "title", "trim", "strip", "striptags", "default", "join", "length",
	"tojson", "to_json", "safe", "escape", "truncate", "round", "replace", "upcase", "downcase", "indent", "urlencode",
}

// ofForm are words for what an answer or an element is to look like.
var ofForm = regexp.MustCompile(`(?i)\b(?:forms?|format\w*|templates?|examples?|e\.g|such as|as follows|syntax|` +
	`schema|structured?|pattern|outputs?|respon\w+|repl(?:y|ies)|returns?|placeholders?|tags?|elements?|xml|html|json)\b`)

// IsNotation reports whether text[start:end], a name in brackets, may describe the form of something: it
// is a label, or the sentences before it speak of one.
func IsNotation(text string, start, end int) bool {
	return strings.HasPrefix(text[end:], ":") || ofForm.MatchString(text[max(0, start-longestSentence):start])
}
