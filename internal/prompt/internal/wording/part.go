package wording

import (
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Part is a key followed by something that format strings and other template
// languages understand, and placeholders don't.
type Part struct {
	Key    string
	Access string // fields, indexes and methods; empty: only a format or a filter
}

// ReadPart takes such a group apart; false if it is anything else.
func ReadPart(tok instruction.Token, text string) (Part, bool) {
	body := strings.TrimRight(strings.TrimSpace(tok.Name(text)), "? \t")
	m := partForm.FindStringSubmatch(body)
	if m == nil || m[1] == body {
		return Part{}, false
	}
	return Part{Key: m[1], Access: m[2]}, true
}

// keyForm is a key at the beginning of a group.
var keyForm = `^(` + scopePrefix() + `?[\pL_][\pL\pN_]*)`

var partForm = regexp.MustCompile(keyForm +
	`((?:\??\.[\pL\pN_]+(?:\(\))?|\[(?:[\pL\pN_:-]+|'[^']*'|"[^"]*")\])*)` + // .field .method() [0] ['x']
	`(?:![rsa])?` +
	`(?::(?:` + strings.Join(formats, "|") + `))?` +
	`(?:\s*\|\s*(?:` + strings.Join(filters, "|") + `)(?:\([^()]*\)|:[^|]*)?)*$`)

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
