package audit

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
)

// assertion reports a read that can't take what is set, or not once a database has given it back.
func (p *audited) assertion(a source.Assertion) *diag.Diagnostic {
	k := p.keys[a.Key]
	if k == nil || slices.Contains(a.All, source.Unknown) || slices.Contains(a.All, source.Null) {
		return nil
	}
	writes := p.sharing(k.writes, a.Use)
	isOpen := p.mayBeSet(a.Key, a.Place())
	if len(writes) == 0 && !isOpen {
		return nil // which unwritten-key says
	}
	if isNever(a, writes) {
		d := project.NeverAsserted(a.Place(), a.Key, a.Shown(), writes[0].Shown())
		d.Related = places(writes, "it is set here")
		if isOpen {
			d.MakeLikely()
			d.Hint += "; nothing is wrong if something outside of this project sets it, too"
		}
		return &d
	}
	stored := slices.DeleteFunc(slices.Clone(writes), func(u source.Use) bool { return p.lostAt(u) != nil })
	isLost := len(writes) > 0 && len(stored) == 0
	if isLost || a.Kept || a.Alone || p.storage(p.of(a.Place())) <= source.Memory {
		return nil // no database ever has the value, or none gives it back in another form
	}
	return p.reloaded(a, stored)
}

// isNever reports whether nothing that is set is of a type that the reader accepts.
func isNever(a source.Assertion, writes []source.Use) bool {
	for _, u := range writes {
		for _, t := range a.All {
			if u.Type.Family() == "" || u.Type.Family() == t.Family() {
				return false
			}
		}
	}
	return len(writes) > 0
}

// reloaded is about a reader of what a database gives back in another form.
func (p *audited) reloaded(a source.Assertion, stored []source.Use) *diag.Diagnostic {
	forms := map[source.Type]source.Type{
		source.Int: source.Float, source.TypedList: source.List, source.TypedObject: source.Object,
		source.Struct: source.Object, source.Special: source.String,
	}
	names := map[source.Type]string{
		source.Float: "float64", source.List: "[]any", source.Object: "map[string]any", source.String: "string",
	}
	form, changes := forms[a.Type]
	isRefused := slices.ContainsFunc(p.Findings, func(d diag.Diagnostic) bool {
		return d.ID == project.UnserializableValue.ID && d.Arg("key") == a.Key
	})
	if scopeOf(a.Key) == runtime.ScopeTemp || !changes || isRefused || slices.Contains(a.All, form) {
		return nil
	}
	d := project.AssertedBeforeReload(a.Place(), a.Key, names[form], a.TypeName)
	d.Related = places(stored, "it is set here")
	if a.Library || p.storage(p.of(a.Place())) != source.Database || !isReloaded(a, stored) {
		d.MakeLikely()
		d.Hint += "; nothing is wrong if sessions are only kept in memory, or each run sets the key before it reads it"
	}
	return &d
}

// isReloaded reports whether what a reader gets comes from a database at some time, whatever a run does before: a
// session begins with it, the same function sets it afterwards, or a tool sets it, which the model does not call in
// each run.
func isReloaded(a source.Assertion, writes []source.Use) bool {
	return slices.ContainsFunc(writes, func(w source.Use) bool {
		if a.In != nil && w.In == a.In {
			return w.Span.Start > a.Span.Start || w.Kind == source.Begin
		}
		return w.Kind == source.Begin || w.In != nil && w.In.Tool
	})
}

// storage is where programs keep sessions: in a database if one of them does, in memory if all do.
func (p *audited) storage(programs []string) source.Storage {
	found, inMemory := source.UnknownStorage, len(programs) > 0
	for _, program := range programs {
		if s := p.Stores[program]; s != source.Memory {
			found, inMemory = max(found, s), false
		}
	}
	if inMemory {
		return source.Memory
	}
	return found
}
