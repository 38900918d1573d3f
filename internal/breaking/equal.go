package breaking

import (
	"reflect"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/schema"
)

// unchanged reports whether code generated from either declaration treats all
// values alike, so that nothing has to be tried.
func unchanged(p pair) bool {
	a, b := p.old.Key, p.new.Key
	return shape(p.old) == shape(p.new) && a.Optional == b.Optional && sameDefault(a.Default, b.Default) &&
		a.Merge == b.Merge && a.Encoding == b.Encoding && a.RenamedTo == b.RenamedTo && sameSet(a.RenamedFrom, b.RenamedFrom) &&
		newEquality().was(a.Was, b.Was) &&
		newEquality().form(form{a.Type, a.Constraints}, form{b.Type, b.Constraints})
}

// equality compares forms. Two named types that are being compared, or have been,
// count as equal: if they are not, that is said where they are compared.
type equality map[[2]*schema.Named]bool

func newEquality() equality { return equality{} }

func (e equality) form(a, b form) bool {
	return sameConstraints(a.Constraints, b.Constraints) && e.types(a.typ, b.typ)
}

func (e equality) types(a, b *schema.Type) bool {
	switch {
	case a.Kind != b.Kind:
		return false
	case a.Elem != nil:
		return e.types(a.Elem, b.Elem)
	case a.Named != nil:
		return e.named(a.Named, b.Named)
	}
	return a.Go == b.Go
}

func (e equality) named(a, b *schema.Named) bool {
	pair := [2]*schema.Named{a, b}
	if known, ok := e[pair]; ok {
		return known
	}
	e[pair] = true
	e[pair] = sameValues(a.Values, b.Values) && e.fields(a.Fields, b.Fields)
	return e[pair]
}

func (e equality) fields(a, b []*schema.Field) bool {
	if len(a) != len(b) {
		return false
	}
	for _, f := range a {
		g := fieldNamed(b, f.Name)
		if g == nil || f.Optional != g.Optional || !sameSet(f.RenamedFrom, g.RenamedFrom) ||
			!e.was(f.Was, g.Was) || !e.form(fieldForm(f), fieldForm(g)) {
			return false
		}
	}
	return true
}

func sameValues(a, b []schema.EnumValue) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(v schema.EnumValue) bool {
		return !slices.ContainsFunc(b, func(w schema.EnumValue) bool { return v.Value == w.Value && sameSet(v.RenamedFrom, w.RenamedFrom) })
	})
}

func sameSet(a, b []string) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}

// was compares earlier declarations.
func (e equality) was(a, b []schema.Was) bool {
	return slices.EqualFunc(a, b, func(v, w schema.Was) bool {
		sameType := v.Type == nil && w.Type == nil || v.Type != nil && w.Type != nil && e.types(v.Type, w.Type)
		return sameType && v.Key == w.Key && v.Encoding == w.Encoding && v.Convert == w.Convert && v.Else == w.Else &&
			slices.EqualFunc(v.Values, w.Values, func(m, n schema.ValueMove) bool { return m.From == n.From && m.To == n.To })
	})
}

func sameDefault(a, b *schema.Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	return sameData(a.Data, b.Data)
}

func sameData(a, b any) bool {
	if t, ok := a.(time.Time); ok {
		u, also := b.(time.Time)
		return also && t.Equal(u)
	}
	return reflect.DeepEqual(a, b)
}

func sameConstraints(a, b schema.Constraints) bool {
	return sameBound(a.Min, b.Min) && sameBound(a.Max, b.Max) && a.Unique == b.Unique &&
		sameLimit(a.MinLength, b.MinLength) && sameLimit(a.MaxLength, b.MaxLength) &&
		sameLimit(a.MinItems, b.MinItems) && sameLimit(a.MaxItems, b.MaxItems) && expression(a.Pattern) == expression(b.Pattern)
}

func sameBound(a, b *schema.Bound) bool {
	return (a == nil) == (b == nil) && (a == nil || sameData(a.Data, b.Data))
}

func sameLimit(a, b *schema.Limit) bool { return (a == nil) == (b == nil) && (a == nil || a.N == b.N) }

func expression(p *schema.Pattern) string {
	if p == nil {
		return ""
	}
	return p.Expr
}
