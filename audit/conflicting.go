package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/source"
)

var conflictingTypes = diag.Register(diag.OnProjects, diag.Rule{
	ID:       "conflicting-types",
	Severity: diag.Warning,
	Summary:  "values of different types are set under one key",
	Why: "Whoever reads the key has to know who set it last. A reader that expects one of the types fails, or takes " +
		"the other for a missing value. Where a schema declares the key, delta-value-mismatch says so.",
})

// conflicting reports a key that is set to values of different families, of which a reader may take one for the other.
func (p *project) conflicting(k *key) diag.List {
	var distinct []source.Use // one of each family
	for _, u := range k.writes {
		family := u.Type.Family()
		if family == "" {
			continue
		}
		for _, before := range distinct {
			if before.Type.Family() == family || !p.meet(before.Place(), u.Place()) || !p.mayTakeFor(k, before, u) {
				continue
			}
			d := diag.New(conflictingTypes, u.Place(), "%s is set to %s here, and to %s elsewhere", diag.Key(k.name), u.Shown(), before.Shown())
			d.Hint = "use two keys, or one type; nothing is wrong if every reader expects both"
			d.Related = places([]source.Use{before}, "it is set to "+before.Shown()+" here")
			return diag.List{d}
		}
		if !slices.ContainsFunc(distinct, func(b source.Use) bool {
			return b.Type.Family() == family && slices.Equal(p.of(b.Place()), p.of(u.Place()))
		}) {
			distinct = append(distinct, u)
		}
	}
	return nil
}

// mayTakeFor reports whether a reader may take one of two values for the other's type: placeholders show any, and
// who asks for both expects them.
func (p *project) mayTakeFor(k *key, a, b source.Use) bool {
	reads := p.sharing(k.reads, b)
	asked := slices.DeleteFunc(slices.Clone(p.Assertions), func(s source.Assertion) bool { return s.Key != k.name || !p.meet(s.Place(), b.Place()) })
	accepts := func(s source.Assertion, want source.Type) bool {
		return slices.ContainsFunc(s.All, func(t source.Type) bool { return t.Family() == want.Family() })
	}
	both := func(s source.Assertion) bool { return accepts(s, a.Type) && accepts(s, b.Type) }
	if len(asked) > 0 {
		return slices.ContainsFunc(asked, func(s source.Assertion) bool { return !both(s) })
	}
	isOutput := a.Kind == keys.Output || b.Kind == keys.Output
	return len(reads) > 0 && (isOutput || slices.ContainsFunc(reads, func(u source.Use) bool { return u.Kind != keys.Placeholder }))
}
