package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
)

// asserting is an assertion, with what is set under its key in the programs that have it.
type asserting struct {
	source.Assertion
	*audited
	writes []source.Use
	known  bool // all types that are set
	all    bool // all places that set the key, too
}

// assertion reports a read that can't take what is set, or not once a database has given it back.
func (p *audited) assertion(one source.Assertion) *diag.Diagnostic {
	k := p.keys[one.Key]
	if k == nil || slices.Contains(one.All, source.Unknown) || slices.Contains(one.All, source.Null) {
		return nil
	}
	a := &asserting{Assertion: one, audited: p, writes: p.sharing(k.writes, one.Use)}
	if len(a.writes) == 0 && !p.mayBeSet(one.Key, one.Place()) {
		return nil // which unwritten-key says
	}
	a.known = len(a.writes) > 0 && !slices.ContainsFunc(a.writes, func(u source.Use) bool { return u.Type == source.Unknown })
	a.all = a.known && !p.mayBeSet(one.Key, one.Place())
	if a.known && a.isNever() {
		return a.never()
	}
	if a.Kept || len(a.writes) > 0 && len(a.stored()) == 0 {
		return nil // no database ever has the value
	}
	return a.reloaded()
}

func (a *asserting) finding(format string, args ...any) *diag.Diagnostic {
	d := diag.New(project.TypeAssertionMismatch, a.Place(), format, args...)
	d.MakeLikely()
	d.Related = places(a.writes, "it is set here")
	return &d
}

// stored are the writes that are not lost.
func (a *asserting) stored() []source.Use {
	return slices.DeleteFunc(slices.Clone(a.writes), func(u source.Use) bool { return a.lostAt(u) != nil })
}

// isUnserializable reports whether a finding says of what is set that no database gives it back.
func (a *asserting) isUnserializable() bool {
	return slices.ContainsFunc(a.Findings, func(d diag.Diagnostic) bool {
		return d.ID == project.UnserializableValue.ID && d.Arg("key") == a.Key
	})
}

// isNever reports whether nothing that is set is of a type that the reader accepts.
func (a *asserting) isNever() bool {
	for _, u := range a.writes {
		for _, t := range a.All {
			if u.Type.Family() == "" || u.Type.Family() == t.Family() {
				return false
			}
		}
	}
	return true
}

func (a *asserting) never() *diag.Diagnostic {
	d := a.finding("%s is never %s: it is set to %s", diag.Key(a.Key), a.Shown(), a.writes[0].Shown())
	d.Hint = "expect what is set"
	if !a.all {
		d.Hint += "; nothing is wrong if something outside of this project sets it, too"
		return d
	}
	d.MakeCertain()
	return d
}

// reloaded is about a reader of what a database gives back in another form.
func (a *asserting) reloaded() *diag.Diagnostic {
	forms := map[source.Type]source.Type{
		source.Int: source.Float, source.TypedList: source.List, source.TypedObject: source.Object, source.Struct: source.Object, source.Special: source.String,
	}
	names := map[source.Type]string{source.Float: "float64", source.List: "[]any", source.Object: "map[string]any", source.String: "string"}
	stored, changes := forms[a.Type]
	if scopeOf(a.Key) == runtime.ScopeTemp || !changes || slices.Contains(a.All, stored) {
		return nil
	}
	alike := slices.DeleteFunc(a.stored(), func(u source.Use) bool { return u.Type.Family() != a.Type.Family() })
	storage := a.storage(alike)
	if storage <= source.Memory || a.isUnserializable() {
		return nil
	}
	d := a.finding("a database gives %s back as %s, which is no %s", diag.Key(a.Key), names[stored], a.TypeName)
	d.Hint = "also accept " + names[stored]
	d.Related = places(a.stored(), "it is set here")
	switch {
	case len(alike) == 0:
		d.Hint += "; nothing is wrong if the value never comes from a database"
	case storage != source.Database:
		d.Hint += "; nothing is wrong if sessions are only kept in memory"
	case !a.isReloaded(alike) || !a.Fails && a.Type == source.Struct:
		d.Hint += "; nothing is wrong if each run sets the key before it reads it"
	default:
		d.MakeCertain()
	}
	return d
}
