package typed

import (
	"strconv"
	"strings"
)

// EnumMismatch returns the *Error of a value that is none of an enum's.
func EnumMismatch[E ~string](enum string, v any, values []E) error {
	const shown = 10
	var b strings.Builder
	b.WriteString(enum)
	for i, value := range values {
		if i == shown {
			b.WriteString(", …")
			break
		}
		b.WriteString([]string{" (", ", "}[min(i, 1)])
		b.WriteString(strconv.Quote(string(value)))
	}
	if len(values) > 0 {
		b.WriteByte(')')
	}
	return Mismatch(b.String(), v)
}
