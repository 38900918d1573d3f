package wording

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/instruction"
)

var (
	// colonDefault is {x:some text}, with no space after the colon: {x: y} is JavaScript more often.
	colonDefault = regexp.MustCompile(keyForm + `:-?(\pL[\pL\pN_ ().'/-]+)$`)
	// wordDefault is {x or none}, {x | "none"} and {x ?? 'none'}. Other words are alternatives more often.
	wordDefault = regexp.MustCompile(keyForm + `(?:\s+(?i:or)\s+|\s*(?:\|\|?|\?\?)\s*)` +
		`((?i:none|nothing|empty|unknown|default|n/a|not (?:set|specified|provided|available|given)|unspecified)|'[^']*'|"[^"]*")$`)
)

// describes are words that say what is meant to be in the place of a name: in examples of formats,
// descriptions of types and paths of servers.
var describes = []string{
	"string", "str", "text", "int", "integer", "number", "num", "float", "double", "decimal", "bool", "boolean", "list", "array",
	"dict", "map", "object", "json", "any", "null", "true", "false", "date", "datetime", "time", "timestamp", "uuid", "id",
	"path", "slug", "url", "email", "value", "name", "key", "type", "enum", "optional", "required", "description", "here", "bytes",
}

// ReadDefault returns the key of a group that has a default, and the default, as other template
// languages understand them; false if it is anything else.
func ReadDefault(tok instruction.Token, text string) (key, value string, ok bool) {
	body := strings.TrimSpace(tok.Name(text))
	if m := wordDefault.FindStringSubmatch(body); m != nil {
		return m[1], m[2], true
	}
	m := colonDefault.FindStringSubmatch(body)
	if m == nil || IsName(m[1]) && IsScopePrefix(m[1]) || describesValue(m[1], m[2]) {
		return "", "", false
	}
	return m[1], m[2], true
}

// describesValue reports whether what follows a colon is a type, or a word that stands for a value.
func describesValue(key, value string) bool {
	first, _, _ := strings.Cut(value, " ")
	return slices.Contains(describes, strings.ToLower(first)) || strings.EqualFold(key, value)
}
