package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
)

// otherToolFirst reports a tool that fails unless a model has called another one before: that alone
// sets the key which it takes from the state.
func otherToolFirst(j *judge, k *index.Key) diag.List {
	if !slices.ContainsFunc(k.Reads, func(f audit.Fact) bool { return f.Bare && f.By != "" }) {
		return nil
	}
	return index.PerProgram(k.Reads, func(f audit.Fact) *diag.Diagnostic { return j.otherToolFirst(k, f) })
}

func (j *judge) otherToolFirst(k *index.Key, f audit.Fact) *diag.Diagnostic {
	writes := index.Sharing(k.Writes, f)
	switch {
	case !f.Bare || f.By == "" || len(writes) == 0 || j.MayBe(f, (*audit.Fact).Writes) || j.OpenFor(f, func(o audit.Open) bool { return o.Writes }) != nil:
		return nil
	case slices.ContainsFunc(writes, func(w audit.Fact) bool { return !w.Tool || w.By == "" || w.By == f.By }):
		return nil
	case slices.ContainsFunc(k.Reads, func(r audit.Fact) bool { return r.By == f.By && r.Optional }):
		return nil // it asks for the key first
	}
	return &diag.Diagnostic{
		ID: "read-before-write", Severity: diag.Warning, Span: f.Place,
		Message: f.By + " fails here unless a model has called " + writes[0].By + " before, which sets " + diag.Quote(k.Name),
		Hint: "take the key by get, and tell the model what to call first if it is missing; " +
			"nothing is wrong if a client creates sessions with it",
		Related: index.Places(writes, "it is set here"),
	}
}
