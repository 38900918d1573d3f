package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

var conflictingTypes = diag.Rule{
	ID:       "conflicting-types",
	Severity: diag.Warning,
	Summary:  "values of different types are set under one key",
	Why: "Whoever reads the key has to know who set it last. A reader that expects one of the types fails, or takes " +
		"the other for a missing value.",
}

// conflicting reports a key that is set to values of different families.
func conflicting(_ *judge, k *key) diag.List {
	var distinct []Fact // the first of each family, in each program
	for _, f := range k.writes {
		if f.Type.Form.family() == "" {
			continue
		}
		same := false
		for _, before := range distinct {
			a, b := before.Type, f.Type
			if same = a.Form.family() == b.Form.family() && slices.Equal(before.Programs, f.Programs); same {
				break
			}
			if a.Form.family() == b.Form.family() || !meets(f.Programs, before.Programs) || !runs(before, f) || expectBoth(sharing(k.reads, f), a, b) {
				continue
			}
			return diag.List{{
				ID: conflictingTypes.ID, Severity: diag.Warning, Span: f.Place,
				Message: diag.Quote(k.name) + " is set to " + b.shown() + " here, and to " + a.shown() + " elsewhere",
				Hint:    "use two keys, or one type; nothing is wrong if every reader expects both",
				Related: places([]Fact{before}, "it is set to "+a.shown()+" here"),
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
func expectBoth(reads []Fact, a, b Type) bool {
	accepts := func(all []Type, want Type) bool {
		return slices.ContainsFunc(all, func(t Type) bool { return t.Form.family() == want.Form.family() })
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

// asserted reports readers that can't read what is set, or not once a database has
// given it back. Temp keys are never stored.
func asserted(j *judge, k *key) (list diag.List) {
	for _, read := range k.reads {
		for _, a := range read.Asserted {
			if d := j.assertion(k, read, a); d != nil {
				list = append(list, *d)
			}
		}
	}
	return list
}

func (j *judge) assertion(k *key, read Fact, a Assertion) *diag.Diagnostic {
	if slices.ContainsFunc(a.All, func(t Type) bool { return t.Form == UnknownForm || t.Form == Null }) {
		return nil
	}
	writes := running(k.writes, read)
	known := len(writes) > 0 && !slices.ContainsFunc(writes, func(f Fact) bool { return f.Type.Form == UnknownForm })
	all := known && j.openFor(read, func(o Open) bool { return o.Writes }) == nil && !j.mayBe(read, (*Fact).writes)
	d := &diag.Diagnostic{ID: "type-assertion-mismatch", Severity: diag.Warning, Span: a.Place}
	if problem := never(writes, a); problem != "" && known {
		d.Message = diag.Quote(k.name) + " is never " + a.Type.shown() + ": " + problem
		d.Hint = "expect what is set; nothing is wrong if something outside of this project sets it, too"
		d.Related = places(writes, "it is set here")
		if all {
			d.Severity, d.Hint = diag.Error, "expect what is set"
		}
		return d
	}
	if read.Kept || len(writes) > 0 && !slices.ContainsFunc(writes, func(f Fact) bool { return j.lost.of(f) == nil }) {
		return nil // no database ever has the value
	}
	if early(writes, a) && known {
		return j.beforeReload(d, k, read, writes, all)
	}
	if typed := stillTyped(writes, a); len(typed) > 0 {
		return j.untyped(d, k, read, typed, a)
	}
	return j.afterReload(d, k, read, writes, a)
}

// early reports whether a reader expects the number that a database gives back, and
// none of those that are set.
func early(writes []Fact, a Assertion) bool {
	return a.Type.Form == Float && !slices.ContainsFunc(a.All, func(t Type) bool { return t.Form == Int }) &&
		!slices.ContainsFunc(writes, func(f Fact) bool { return f.Type.Form != Int })
}

// beforeReload is about a reader of float64 where an int is set: it is right only once a
// database has given the value back.
func (j *judge) beforeReload(d *diag.Diagnostic, k *key, read Fact, writes []Fact, all bool) *diag.Diagnostic {
	d.Message = diag.Quote(k.name) + " is " + writes[0].Type.shown() + " until a database gives it back as float64"
	d.Hint = "accept " + writes[0].Type.Name + ", too; nothing is wrong if it is only read after that, in another run"
	d.Related = places(writes, "it is set here")
	if all && j.storage(read, writes) == Memory {
		d.Severity = diag.Error
		d.Message = diag.Quote(k.name) + " is never a float64: it is set to " + writes[0].Type.shown() + ", and sessions are only kept in memory"
		d.Hint = "expect what is set"
	}
	return d
}

// afterReload is about a reader of what a database gives back in another form.
func (j *judge) afterReload(d *diag.Diagnostic, k *key, read Fact, writes []Fact, a Assertion) *diag.Diagnostic {
	stored, back := storedForms(a.Type.Form)
	if scopeOf(k.name) == runtime.ScopeTemp || stored == nil || slices.ContainsFunc(a.All, func(t Type) bool { return slices.Contains(stored, t.Form) }) {
		return nil
	}
	writes = slices.DeleteFunc(slices.Clone(writes), func(f Fact) bool { return j.lost.of(f) != nil })
	alike := slices.DeleteFunc(slices.Clone(writes), func(f Fact) bool { return f.Type.Form.family() != a.Type.Form.family() })
	storage := j.storage(read, alike)
	if storage <= Memory {
		return nil
	}
	d.Message = "a database gives " + diag.Quote(k.name) + " back as " + back + ", which is no " + a.Type.Name
	d.Hint = "accept " + back + ", too"
	d.Related = places(writes, "it is set here")
	switch {
	case len(alike) == 0:
		d.Hint += "; nothing is wrong if the value never comes from a database"
	case storage != Database:
		d.Hint += "; nothing is wrong if sessions are only kept in memory"
	case !reloaded(read, alike) || !a.Fails && a.Type.Form == Struct:
		d.Hint += "; nothing is wrong if each run sets the key before it reads it"
	default:
		d.Severity = diag.Error
	}
	return d
}

// never says why a value is not of any type that a reader accepts.
func never(writes []Fact, a Assertion) string {
	for _, f := range writes {
		for _, t := range a.All {
			if f.Type.Form.family() == "" || f.Type.Form.family() == t.Form.family() {
				return ""
			}
		}
	}
	if len(writes) == 0 {
		return ""
	}
	return "it is set to " + writes[0].Type.shown()
}

// storedForms are how a database gives a value back that a program keeps in a form of
// its own, and what that is called; nil if it keeps its form.
func storedForms(f Form) ([]Form, string) {
	switch f {
	case Int:
		return []Form{Float}, "float64"
	case TypedList:
		return []Form{List}, "[]any"
	case TypedObject, Struct:
		return []Form{Object}, "map[string]any"
	case Special:
		return []Form{String}, "string"
	}
	return nil, ""
}

// merged reports a value that was made of the one read before.
func merged(_ *judge, k *key) (list diag.List) {
	for _, f := range k.writes {
		if f.Kind == Merge {
			list = append(list, diag.Diagnostic{
				ID: "read-modify-write", Severity: diag.Warning, Span: f.Place,
				Message: diag.Quote(k.name) + " is read and set again: what another writer does to it in between is lost",
				Hint:    "nothing is wrong if tools and agents that do so never run at the same time, for one session",
			})
		}
	}
	return list
}
