package golang

import (
	"encoding/json"
	"fmt"
	"github.com/seed92179c4c/stategen/schema"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/seed92179c4c/stategen/generator/golang/names"
	"github.com/seed92179c4c/stategen/generator/plan"
)

// facts is what the comments of a key's constant and getter say: the key as
// stored, its scope, and what happens when it isn't set.
func facts(k *names.Key) string {
	return fmt.Sprintf("%s (%s scope, %s)", quoted(k), k.Scope, presenceText(k))
}

func presenceText(k *names.Key) string {
	switch k.Presence() {
	case plan.Optional:
		return "optional"
	case plan.Required:
		return "required"
	default:
		return "default " + defaultText(k.Default.Data)
	}
}

// defaultText prints a default as the schema would have it, shortened.
func defaultText(data any) string {
	const limit = 60
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(schema.Stored(data)); err != nil {
		return fmt.Sprint(data)
	}
	text := []rune(plan.Printable(strings.TrimSpace(b.String())))
	if len(text) > limit {
		return string(text[:limit-1]) + "…"
	}
	return string(text)
}

// keyComment is the doc comment of a declaration that belongs to the key. What
// the schema says of the key is in its getter's comment alone.
func keyComment(k *names.Key, says string) *jen.Statement {
	return documented(says, "", k.Deprecated)
}

// quoted is the key as stored, in a comment.
func quoted(k *names.Key) string { return strconv.Quote(k.Wire()) }
