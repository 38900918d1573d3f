package breaking

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

func describeField(f *schema.Field) string {
	text := f.Name + ": " + f.Type.String() + map[bool]string{true: "?"}[f.Optional]
	if list := constraints(f.Constraints); list != noConstraints {
		text += ", " + list
	}
	return text
}

func describeNamed(n *schema.Named) string {
	var parts []string
	for _, v := range n.Values {
		parts = append(parts, v.Value)
	}
	for _, f := range n.Fields {
		parts = append(parts, f.Name)
	}
	return n.Name + " (" + diag.Shorten(strings.Join(parts, ", ")) + ")"
}

const noConstraints = "no constraints"

func constraints(c schema.Constraints) string {
	if parts := reading.Limits(c); len(parts) > 0 {
		return strings.Join(parts, ", ")
	}
	return noConstraints
}

func jsonText(v any) string {
	text, err := runtime.EncodeValue(v)
	if err != nil {
		return ""
	}
	return string(text)
}

// shown writes a witness.
func shown(v any) string {
	const longest = 100
	text := []rune(jsonText(v))
	if len(text) > longest {
		return string(text[:longest]) + "…"
	}
	return string(text)
}
