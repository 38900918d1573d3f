package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
)

var conflictingTypes = diag.Rule{
	ID:       "conflicting-types",
	Severity: diag.Warning,
	Summary:  "values of different types are set under one key",
	Why: "Whoever reads the key has to know who set it last. A reader that expects one of the types fails, or takes " +
		"the other for a missing value.",
}

// conflicting reports a key that is set to values of different families.
func conflicting(j *judge, k *index.Key) diag.List {
	var distinct []audit.Fact // the first of each family, in each program
	for _, f := range k.Writes {
		if f.Type.Form.Family() == "" {
			continue
		}
		same := false
		for _, before := range distinct {
			a, b := before.Type, f.Type
			if same = a.Form.Family() == b.Form.Family() && slices.Equal(before.Programs, f.Programs); same {
				break
			}
			if a.Form.Family() == b.Form.Family() || !index.Meet(f.Programs, before.Programs) || !index.CountsFor(before, f) || !j.mayTakeFor(k, before, f) {
				continue
			}
			return diag.List{{
				ID: conflictingTypes.ID, Severity: diag.Warning, Span: f.Place,
				Message: diag.Quote(k.Name) + " is set to " + b.Shown() + " here, and to " + a.Shown() + " elsewhere",
				Hint:    "use two keys, or one type; nothing is wrong if every reader expects both",
				Related: index.Places([]audit.Fact{before}, "it is set to "+a.Shown()+" here"),
			}}
		}
		if !same {
			distinct = append(distinct, f)
		}
	}
	return nil
}

// expectBoth reports whether all readers of which it is known what they expect take values of
// both types.
func expectBoth(reads []audit.Fact, a, b audit.Type) bool {
	accepts := func(all []audit.Type, want audit.Type) bool {
		return slices.ContainsFunc(all, func(t audit.Type) bool { return t.Form.Family() == want.Form.Family() })
	}
	asked := false
	for _, read := range reads {
		for _, one := range read.Asserted {
			if asked = true; !accepts(one.All, a) || !accepts(one.All, b) {
				return false
			}
		}
	}
	return asked
}

// mayTakeFor reports whether a reader may take one of two values for the other's type.
func (j *judge) mayTakeFor(k *index.Key, a, b audit.Fact) bool {
	if a.App != "" && b.App != "" && a.App != b.App {
		return false // no session is of two apps
	}
	reads := index.Sharing(k.Reads, b)
	switch {
	case len(reads) == 0:
		return j.MayBe(b, (*audit.Fact).Reads) || j.OpenFor(b, func(o audit.Open) bool { return o.Reads }) != nil
	case expectBoth(reads, a.Type, b.Type):
		return false
	case a.Empty || b.Empty:
		return slices.ContainsFunc(reads, func(f audit.Fact) bool { return len(f.Asserted) > 0 })
	}
	return a.Kind == audit.Output || b.Kind == audit.Output || slices.ContainsFunc(reads, func(f audit.Fact) bool { return f.Kind != audit.Placeholder })
}
