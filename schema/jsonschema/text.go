package jsonschema

import (
	"encoding/base64"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// The base64 text of whole groups of three bytes, and of one or two bytes more.
const (
	base64Groups = `(?:[A-Za-z0-9+/]{4})*`
	base64One    = `[A-Za-z0-9+/][AQgw]==`
	base64Two    = `[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=`
)

// bytesLimits describes bytes as base64 text. The length of the text tells the
// number of bytes to within a group of three; its end tells the rest.
func bytesLimits(c schema.Constraints) object {
	o := object{"type": "string", "contentEncoding": "base64", "pattern": `^` + base64Groups + `(?:` + base64One + `|` + base64Two + `)?$`}
	var all []any
	if c.MinLength != nil && c.MinLength.N > 0 {
		n := c.MinLength.N
		all = append(all, object{"anyOf": []any{
			object{"minLength": textLength(n) + 1},
			object{"minLength": textLength(n), "not": object{"pattern": endsBelow(n)}},
		}})
	}
	if c.MaxLength != nil {
		n := c.MaxLength.N
		all = append(all, object{"anyOf": []any{
			object{"maxLength": max(textLength(n)-4, 0)},
			object{"maxLength": textLength(n), "pattern": endsAtMost(n)},
		}})
	}
	if len(all) > 0 {
		o["allOf"] = all
	}
	return o
}

// textLength is the length of the base64 text of n bytes.
func textLength(n int) int { return base64.StdEncoding.EncodedLen(n) }

// endsBelow matches text whose last group has fewer bytes than that of n.
func endsBelow(n int) string {
	return [...]string{`=$`, `^$`, `==$`}[n%3]
}

// endsAtMost matches text whose last group has no more bytes than that of n.
func endsAtMost(n int) string {
	return [...]string{``, `==$`, `=$`}[n%3]
}

// exact writes the whole numbers of a value as a state stores them. The value is the caller's own.
func exact(stored any) any {
	switch v := stored.(type) {
	case int64:
		return runtime.EncodeInt(v)
	case []any:
		for i, item := range v {
			v[i] = exact(item)
		}
	case map[string]any:
		for name, item := range v {
			v[name] = exact(item)
		}
	}
	return stored
}
