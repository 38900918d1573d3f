package load

import (
	"cmp"
	"encoding/json"
	"regexp"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var invalidDefault = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-default",
	Summary: "a default that the key's own limits refuse, or null",
	Why:     "Reading would return a value that may not be written. Null means that nothing is set, so it can't be a default.",
	Bad:     "version: 1\nkeys:\n  seats: {type: int, min: 1, default: 0}\n",
	Good:    "version: 1\nkeys:\n  seats: {type: int, min: 1, default: 1}\n",
})

func compareBounds(a, b any) int {
	switch a := a.(type) {
	case int64:
		return cmp.Compare(a, b.(int64))
	case float64:
		return cmp.Compare(a, b.(float64))
	case time.Duration:
		return cmp.Compare(a, b.(time.Duration))
	case time.Time:
		return a.Compare(b.(time.Time))
	}
	return 0
}

// within reports a default that its own limits refuse.
func within(r *yamlsrc.Report, span diag.Span, data any, c schema.Constraints) {
	refuse := func(by diag.Span, format string, args ...any) {
		r.Add(invalidDefault, span, format, args...).Hint("change the default or the constraint").Related(by, "the constraint")
	}
	if c.Min != nil && compareBounds(data, c.Min.Data) < 0 {
		refuse(c.Min.Span, "the default is below min")
	}
	if c.Max != nil && compareBounds(data, c.Max.Data) > 0 {
		refuse(c.Max.Span, "the default is above max")
	}
	if n := lengthOf(data); n >= 0 && c.MinLength != nil && n < c.MinLength.N {
		refuse(c.MinLength.Span, "the default is %d long, shorter than min_length", n)
	} else if c.MaxLength != nil && n > c.MaxLength.N {
		refuse(c.MaxLength.Span, "the default is %d long, longer than max_length", n)
	}
	if text, ok := data.(string); ok && c.Pattern != nil && !matches(c.Pattern, text) {
		refuse(c.Pattern.Span, "the default does not match the pattern")
	}
	items, ok := data.([]any)
	if !ok {
		return
	}
	if c.MinItems != nil && len(items) < c.MinItems.N {
		refuse(c.MinItems.Span, "the default has %s, fewer than min_items", countItems(items))
	}
	if c.MaxItems != nil && len(items) > c.MaxItems.N {
		refuse(c.MaxItems.Span, "the default has %s, more than max_items", countItems(items))
	}
	if c.Unique && repeats(items) {
		r.Add(invalidDefault, span, "the default repeats an item, and unique forbids that").Hint("remove the repeated item")
	}
}

// nullDefault reports a default that is null, at the name of the field where no null is written.
func nullDefault(r *yamlsrc.Report, n, name *yamlsrc.Node) {
	span := n.Span
	if span.Start == span.End {
		span = name.Span
	}
	r.Add(invalidDefault, span, "a default can't be null, which means that nothing is set").Hint("write optional: true instead")
}

func lengthOf(data any) int {
	switch data := data.(type) {
	case string:
		return utf8.RuneCountInString(data)
	case []byte:
		return len(data)
	}
	return -1
}

func countItems(items []any) string {
	if len(items) == 1 {
		return "1 item"
	}
	return strconv.Itoa(len(items)) + " items"
}

func repeats(items []any) bool {
	seen := map[string]bool{}
	for _, item := range items {
		text, err := json.Marshal(item)
		if err != nil || seen[string(text)] {
			return true
		}
		seen[string(text)] = true
	}
	return false
}

// matches reports whether some part of text matches a pattern.
func matches(p *schema.Pattern, text string) bool {
	re, err := regexp.Compile(p.Expr)
	return err == nil && re.MatchString(text)
}
