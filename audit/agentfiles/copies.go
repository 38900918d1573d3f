package agentfiles

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// copied reports what is set in a session that a service returned, once of the writes that follow
// each other. It is only likely where that session is read again, or something else gets it.
func (s *Surveyed) copied() (list diag.List, together [][]diag.Span) {
	type run struct {
		file   string
		at     int
		wanted bool // by something that gets the session, or reads it again
	}
	writes := map[run][]pythonagents.Use{}
	var runs []run
	for _, u := range s.python.Uses {
		if !u.Copy || u.Test || u.Handed && s.isReadFromCopy(u) {
			continue
		}
		of := run{u.Span.File, u.Run, u.Handed || u.Reread}
		if writes[of] == nil {
			runs = append(runs, of)
		}
		if !slices.ContainsFunc(writes[of], func(o pythonagents.Use) bool { return o.Key == u.Key }) {
			writes[of] = append(writes[of], u)
		}
	}
	for _, of := range runs {
		var names []string
		var spans []diag.Span
		for _, u := range writes[of] {
			names = append(names, strings.ReplaceAll(u.Key, keys.UnknownPart, "…"))
			spans = append(spans, u.Span)
		}
		list = append(list, finding.SetInCopy(names, spans[0], !of.wanted))
		together = append(together, spans)
	}
	return list, together
}

// isReadFromCopy reports whether something in a program reads the key of a write from the session that
// is written to: one that it gets, or the same variable of the module.
func (s *Surveyed) isReadFromCopy(write pythonagents.Use) bool {
	program := s.parts.find(write.Span.File)
	return slices.ContainsFunc(s.python.Uses, func(u pythonagents.Use) bool {
		reads := u.Kind == keys.Get && u.Key == write.Key && !u.Test && u.Func != write.Func
		return reads && (u.Passed && s.parts.find(u.Span.File) == program || u.Shared && write.Shared && u.Span.File == write.Span.File)
	})
}
