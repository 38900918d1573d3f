package finding

import (
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/audit/internal/words"
	"github.com/seed92179c4c/stategen/diag"
)

// joinPointers makes one finding of those about pointers that are stored under keys next to each
// other, as in the state that a session is created with.
func joinPointers(found diag.List) (list diag.List) {
	const near = 200 // bytes
	var keys []string
	var end int
	for _, d := range found {
		key, rest, ok := pointerTo(d)
		if !ok {
			list, keys = append(list, d), nil
			continue
		}
		if basicPointer.MatchString(rest) {
			d.Hint += "; in memory, a placeholder shows an address, or <nil>"
		}
		last := len(list) - 1
		if len(keys) > 0 && list[last].Span.File == d.Span.File && list[last].Severity == d.Severity && d.Span.Start-end < near &&
			strings.HasSuffix(list[last].Message, rest) {
			keys = append(keys, key)
			list[last].Message = words.Enumerate(keys) + " get " + rest
		} else {
			list, keys = append(list, d), []string{key}
		}
		end = d.Span.End
	}
	return list
}

var basicPointer = regexp.MustCompile(`^a \*(string|bool|u?int\d*|float\d+),`)

// pointerTo takes the message about a key that gets a pointer apart.
func pointerTo(d diag.Diagnostic) (key, rest string, ok bool) {
	if d.ID == "unserializable-value" {
		key, rest, ok = strings.Cut(d.Message, " gets ")
	}
	return key, rest, ok && strings.HasPrefix(rest, "a *")
}
