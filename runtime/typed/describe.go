package typed

import (
	"fmt"
	"log/slog"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Attr describes an optional value for logs; nil gives nothing.
func Attr[T any](key string, v *T) slog.Attr {
	if v == nil {
		return slog.Attr{}
	}
	return slog.Any(key, *v)
}

// AttrIf describes a value for logs if it is set.
func AttrIf(key string, set bool, v any) slog.Attr {
	if !set {
		return slog.Attr{}
	}
	return slog.Any(key, v)
}

// Redacted describes a value of a sensitive key, if there is one.
func Redacted(key string, set bool) slog.Attr {
	if !set {
		return slog.Attr{}
	}
	return slog.String(key, "[redacted]")
}

// Describe prints the attributes of a group on one line. What isn't set has
// left an empty attribute, which log handlers ignore too.
func Describe(name string, group slog.Value) string {
	var parts []string
	for _, a := range group.Group() {
		if !a.Equal(slog.Attr{}) {
			parts = append(parts, a.Key+": "+shown(a.Value.Any()))
		}
	}
	return name + "{" + strings.Join(parts, ", ") + "}"
}

func shown(v any) string {
	if s, ok := v.(string); ok {
		return fmt.Sprintf("%q", s)
	}
	text, err := instruction.Render(v)
	if err != nil {
		return fmt.Sprintf("%T", v)
	}
	return text
}
