package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// asserted reports readers that can't read what is set, or not once a database has
// given it back. Temp keys are never stored.
func asserted(j *judge, k *index.Key) (list diag.List) {
	for _, read := range k.Reads {
		for _, a := range read.Asserted {
			if d := j.assertion(k, read, a); d != nil {
				list = append(list, *d)
			}
		}
	}
	return list
}

func (j *judge) assertion(k *index.Key, read audit.Fact, a audit.Assertion) *diag.Diagnostic {
	if slices.ContainsFunc(a.All, func(t audit.Type) bool { return t.Form == audit.UnknownForm || t.Form == audit.Null }) {
		return nil
	}
	writes := index.Counting(k.Writes, read)
	known := len(writes) > 0 && !slices.ContainsFunc(writes, func(f audit.Fact) bool { return f.Type.Form == audit.UnknownForm })
	all := known && j.OpenFor(read, func(o audit.Open) bool { return o.Writes }) == nil && !j.MayBe(read, (*audit.Fact).Writes)
	d := &diag.Diagnostic{ID: "type-assertion-mismatch", Severity: diag.Warning, Span: a.Place}
	if problem := never(writes, a); problem != "" && known {
		d.Message = diag.Quote(k.Name) + " is never " + a.Type.Shown() + ": " + problem
		d.Hint = "expect what is set; nothing is wrong if something outside of this project sets it, too"
		d.Related = index.Places(writes, "it is set here")
		if all {
			d.Severity, d.Hint = diag.Error, "expect what is set"
		}
		return d
	}
	if read.Kept || len(writes) > 0 && !slices.ContainsFunc(writes, func(f audit.Fact) bool { return j.Lost.Of(f) == nil }) {
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
func early(writes []audit.Fact, a audit.Assertion) bool {
	return a.Type.Form == audit.Float && !slices.ContainsFunc(a.All, func(t audit.Type) bool { return t.Form == audit.Int }) &&
		!slices.ContainsFunc(writes, func(f audit.Fact) bool { return f.Type.Form != audit.Int })
}

// beforeReload is about a reader of float64 where an int is set: it is right only once a
// database has given the value back.
func (j *judge) beforeReload(d *diag.Diagnostic, k *index.Key, read audit.Fact, writes []audit.Fact, all bool) *diag.Diagnostic {
	d.Message = diag.Quote(k.Name) + " is " + writes[0].Type.Shown() + " until a database gives it back as float64"
	d.Hint = "accept " + writes[0].Type.Name + ", too; nothing is wrong if it is only read after that, in another run"
	d.Related = index.Places(writes, "it is set here")
	if all && j.Storage(read, writes) == audit.Memory {
		d.Severity = diag.Error
		d.Message = diag.Quote(k.Name) + " is never a float64: it is set to " + writes[0].Type.Shown() + ", and sessions are only kept in memory"
		d.Hint = "expect what is set"
	}
	return d
}

// afterReload is about a reader of what a database gives back in another form.
func (j *judge) afterReload(d *diag.Diagnostic, k *index.Key, read audit.Fact, writes []audit.Fact, a audit.Assertion) *diag.Diagnostic {
	stored, back := storedForms(a.Type.Form)
	if index.ScopeOf(k.Name) == runtime.ScopeTemp || stored == nil || slices.ContainsFunc(a.All, func(t audit.Type) bool { return slices.Contains(stored, t.Form) }) {
		return nil
	}
	writes = slices.DeleteFunc(slices.Clone(writes), func(f audit.Fact) bool { return j.Lost.Of(f) != nil })
	alike := slices.DeleteFunc(slices.Clone(writes), func(f audit.Fact) bool { return f.Type.Form.Family() != a.Type.Form.Family() })
	storage := j.Storage(read, alike)
	if storage <= audit.Memory {
		return nil
	}
	d.Message = "a database gives " + diag.Quote(k.Name) + " back as " + back + ", which is no " + a.Type.Name
	d.Hint = "accept " + back + ", too"
	d.Related = index.Places(writes, "it is set here")
	switch {
	case len(alike) == 0:
		d.Hint += "; nothing is wrong if the value never comes from a database"
	case storage != audit.Database:
		d.Hint += "; nothing is wrong if sessions are only kept in memory"
	case !index.Reloaded(read, alike) || !a.Fails && a.Type.Form == audit.Struct:
		d.Hint += "; nothing is wrong if each run sets the key before it reads it"
	default:
		d.Severity = diag.Error
	}
	return d
}

// never says why a value is not of any type that a reader accepts.
func never(writes []audit.Fact, a audit.Assertion) string {
	for _, f := range writes {
		for _, t := range a.All {
			if f.Type.Form.Family() == "" || f.Type.Form.Family() == t.Form.Family() {
				return ""
			}
		}
	}
	if len(writes) == 0 {
		return ""
	}
	return "it is set to " + writes[0].Type.Shown()
}

// storedForms are how a database gives a value back that a program keeps in a form of
// its own, and what that is called; nil if it keeps its form.
func storedForms(f audit.Form) ([]audit.Form, string) {
	switch f {
	case audit.Int:
		return []audit.Form{audit.Float}, "float64"
	case audit.TypedList:
		return []audit.Form{audit.List}, "[]any"
	case audit.TypedObject, audit.Struct:
		return []audit.Form{audit.Object}, "map[string]any"
	case audit.Special:
		return []audit.Form{audit.String}, "string"
	}
	return nil, ""
}

// merged reports a value that was made of the one read before.
func merged(_ *judge, k *index.Key) (list diag.List) {
	for _, f := range k.Writes {
		if f.Kind == audit.Merge {
			list = append(list, diag.Diagnostic{
				ID: "read-modify-write", Severity: diag.Warning, Span: f.Place,
				Message: diag.Quote(k.Name) + " is read and set again: what another writer does to it in between is lost",
				Hint:    "nothing is wrong if tools and agents that do so never run at the same time, for one session",
			})
		}
	}
	return list
}
