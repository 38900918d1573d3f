package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
)

// stillTyped are the writes of lists and maps of one type, where a reader takes nothing
// but those of anything, which only a database makes of them.
func stillTyped(writes []audit.Fact, a audit.Assertion) (typed []audit.Fact) {
	until := map[audit.Form][]audit.Form{audit.List: {audit.TypedList}, audit.Object: {audit.TypedObject, audit.Struct}}[a.Type.Form]
	if slices.ContainsFunc(a.All, func(t audit.Type) bool { return slices.Contains(until, t.Form) }) {
		return nil
	}
	for _, w := range writes {
		if slices.Contains(until, w.Type.Form) && w.Type.Name != "" {
			typed = append(typed, w)
		}
	}
	return typed
}

// untyped is about such a reader. It is wrong for certain where it comes after such a
// write and no database is between them: in one run, in which a model may call tools as
// often as it likes, or in memory. One that knows other types, too, may know what to do.
func (j *judge) untyped(d *diag.Diagnostic, k *index.Key, read audit.Fact, typed []audit.Fact, a audit.Assertion) *diag.Diagnostic {
	typed = slices.DeleteFunc(typed, func(f audit.Fact) bool { return j.Lost.Of(f) != nil })
	if len(typed) == 0 {
		return nil
	}
	set := typed[0].Type
	d.Message = diag.Quote(k.Name) + " is " + set.Shown() + " until a database gives it back as " + a.Type.Name
	d.Hint = "accept " + set.Name + ", too; nothing is wrong if it is only read after that, in another run"
	d.Related = index.Places(typed, "it is set to "+set.Shown()+" here")
	switch {
	case len(a.All) > 1:
	case inOneRun(read, typed):
		d.Severity = diag.Error
		d.Hint = "accept " + set.Name + ", too: so it is in the run in which a tool sets it"
	case j.Storage(read, typed) == audit.Memory && index.Reloaded(read, typed):
		d.Severity = diag.Error
		d.Message = diag.Quote(k.Name) + " is set to " + set.Shown() + ", which is no " + a.Type.Name + ", and sessions are only kept in memory"
		d.Hint = "set it to " + a.Type.Name + ", or accept " + set.Name + ", too"
	}
	return d
}

// inOneRun reports whether a tool gets what a tool has set in the same run.
func inOneRun(read audit.Fact, writes []audit.Fact) bool {
	return read.Tool && slices.ContainsFunc(writes, func(w audit.Fact) bool {
		return w.Tool && (w.Func != read.Func || w.Place.Start > read.Place.Start)
	})
}
