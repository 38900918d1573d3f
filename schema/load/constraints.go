package load

import (
	"math"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var invalidConstraint = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-constraint",
	Summary: "a limit that does not fit the type, or that no value can meet",
	Why:     "A limit that checks nothing gives a false sense of safety, and one that nothing meets makes every write fail.",
	Bad:     "version: 1\nkeys:\n  city: {type: string, max: 20}\n",
	Good:    "version: 1\nkeys:\n  city: {type: string, max_length: 20}\n",
})

// limits are the constraints, each for some kinds of types.
var limits = []string{"min", "max", "min_length", "max_length", "pattern", "min_items", "max_items", "unique"}

// mayLimit reports whether a constraint is for a type.
func mayLimit(field string, t *schema.Type) bool {
	if s := t.Kind.Scalar(); s != nil {
		return slices.Contains(s.Limits, field)
	}
	return t.Kind == schema.List && (strings.HasSuffix(field, "_items") || field == "unique")
}

// limitedBy names what a constraint is for.
func limitedBy(field string) string {
	var names []string
	for _, s := range schema.Scalars() {
		if slices.Contains(s.Limits, field) && !slices.Contains(names, s.Plural) {
			names = append(names, s.Plural)
		}
	}
	if len(names) == 0 {
		return "lists"
	}
	if len(names) == 1 {
		return names[0]
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// constraints reads the limits of a key or a field. What is said about a type
// that could not be resolved is left for the next run.
func (r *valueReader) constraints(n *yamlsrc.Node, t *schema.Type) schema.Constraints {
	if t == nil || n.Kind != yamlsrc.Map || !r.constrains(n, t) {
		return schema.Constraints{}
	}
	c := schema.Constraints{
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
func (r *valueReader) constrains(n *yamlsrc.Node, t *schema.Type) bool {
	ok := true
	for _, field := range limits {
		if key := n.Key(field); key != nil && !mayLimit(field, t) {
			r.Add(invalidConstraint, key.Span, "%s limits %s, and the type here is %s", field, limitedBy(field), t).
				Hint("remove %s, or change the type", field)
			ok = false
		}
	}
	return ok
}

func (r *valueReader) crossed(n *yamlsrc.Node, low, high string) {
	r.Add(invalidConstraint, n.SpanOf(high), "%s is below %s, so no value is allowed", high, low).
		Hint("raise %s or lower %s", high, low).Related(n.SpanOf(low), "%s is here", low)
}

func (r *valueReader) bound(n *yamlsrc.Node, field string, t *schema.Type) *schema.Bound {
	v := n.Get(field)
	if v == nil || v.Kind != yamlsrc.Scalar {
		return nil
	}
	data, ok := r.value(v, t)
	if !ok {
		return nil
	}
	return &schema.Bound{Data: data, Span: v.Span}
}

func (r *valueReader) limit(n *yamlsrc.Node, field string) *schema.Limit {
	v := n.Get(field)
	if v == nil || v.Tag != yamlsrc.TagInt {
		return nil
	}
	i, ok := yamlsrc.ParseInt(v.Text)
	if !ok || i.Sign() < 0 {
		return nil
	}
	if !i.IsInt64() || i.Int64() > math.MaxInt32 {
		r.Add(invalidConstraint, v.Span, "%s is more than any value can have", v.Text).Hint("remove %s", field)
		return nil
	}
	return &schema.Limit{N: int(i.Int64()), Span: v.Span}
}

// unique reads whether items must differ, which can be told everywhere alike
// only of scalars that are written in one way.
func (r *valueReader) unique(n *yamlsrc.Node, t *schema.Type) bool {
	yes, at := n.Bool("unique")
	if !yes {
		return false
	}
	if s := t.Elem.Kind.Scalar(); t.Elem.Kind != schema.Enum && (s == nil || !s.Unique) {
		r.Add(invalidConstraint, at.Span, "unique is for lists of strings, numbers, booleans and enums, not of %s", t.Elem).
			Hint("remove unique")
		return false
	}
	return true
}
