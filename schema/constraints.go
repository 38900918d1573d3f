package schema

import (
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/diag"
)

// limited says which kinds of types a constraint is for.
var limited = []struct {
	field string
	kinds []Kind
	what  string
}{
	{"min", []Kind{Int, Int64, Float, Time, Duration}, "numbers, times and durations"},
	{"max", []Kind{Int, Int64, Float, Time, Duration}, "numbers, times and durations"},
	{"min_length", []Kind{String, Bytes}, "strings and bytes"},
	{"max_length", []Kind{String, Bytes}, "strings and bytes"},
	{"pattern", []Kind{String}, "strings"},
	{"min_items", []Kind{List}, "lists"},
	{"max_items", []Kind{List}, "lists"},
	{"unique", []Kind{List}, "lists"},
}

// constraints reads the limits of a key or a field. What is said about a type
// that could not be resolved is left for the next run.
func (r *valueReader) constraints(n *node, t *Type) Constraints {
	if t == nil || n.kind != mapNode || !r.constrains(n, t) {
		return Constraints{}
	}
	c := Constraints{
		Min: r.bound(n, "min", t), Max: r.bound(n, "max", t),
		MinLength: r.limit(n, "min_length"), MaxLength: r.limit(n, "max_length"),
		MinItems: r.limit(n, "min_items"), MaxItems: r.limit(n, "max_items"),
		Pattern: r.pattern(n),
	}
	c.Unique = r.unique(n, t)
	if c.Min != nil && c.Max != nil && compareBounds(c.Min.Data, c.Max.Data) > 0 {
		r.crossed(n, "min", "max")
	}
	if c.MinLength != nil && c.MaxLength != nil && c.MinLength.N > c.MaxLength.N {
		r.crossed(n, "min_length", "max_length")
	}
	if c.MinItems != nil && c.MaxItems != nil && c.MinItems.N > c.MaxItems.N {
		r.crossed(n, "min_items", "max_items")
	}
	return c
}

// constrains reports limits that are not for the type.
func (r *valueReader) constrains(n *node, t *Type) bool {
	ok := true
	for _, c := range limited {
		if key := n.key(c.field); key != nil && !slices.Contains(c.kinds, t.Kind) {
			r.add(idBadConstraint, key.span, "%s limits %s, and the type here is %s", c.field, c.what, t).
				hint("remove %s, or change the type", c.field)
			ok = false
		}
	}
	return ok
}

func (r *valueReader) crossed(n *node, low, high string) {
	r.add(idBadConstraint, n.at(high), "%s is below %s, so no value is allowed", high, low).
		hint("raise %s or lower %s", high, low).related(n.at(low), "%s stands here", low)
}

func (r *valueReader) bound(n *node, field string, t *Type) *Bound {
	v := n.get(field)
	if v == nil || v.kind != scalarNode {
		return nil
	}
	data, ok := r.value(v, t)
	if !ok {
		return nil
	}
	return &Bound{Data: data, Span: v.span}
}

func (r *valueReader) limit(n *node, field string) *Limit {
	v := n.get(field)
	if v == nil || v.tag != tagInt {
		return nil
	}
	i, ok := parseInt(v.text)
	if !ok || i.Sign() < 0 {
		return nil
	}
	if !i.IsInt64() || i.Int64() > math.MaxInt32 {
		r.add(idBadConstraint, v.span, "%s is more than any value can have", v.text).hint("remove %s", field)
		return nil
	}
	return &Limit{N: int(i.Int64()), Span: v.span}
}

// unique reads whether items must differ, which can be told everywhere alike
// only of scalars that are written in one way.
func (r *valueReader) unique(n *node, t *Type) bool {
	yes, at := n.bool("unique")
	if !yes {
		return false
	}
	if !slices.Contains([]Kind{String, Bool, Int, Int64, Float, Enum}, t.Elem.Kind) {
		r.add(idBadConstraint, at.span, "unique is for lists of strings, numbers, booleans and enums, not of %s", t.Elem).
			hint("remove unique")
		return false
	}
	return true
}

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
func (r *valueReader) within(span diag.Span, data any, c Constraints) {
	refuse := func(by diag.Span, format string, args ...any) {
		r.add(idBadDefault, span, format, args...).hint("change the default or the limit").related(by, "the limit")
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
		r.add(idBadDefault, span, "the default repeats an item, and unique forbids that").hint("remove the repeated item")
	}
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
