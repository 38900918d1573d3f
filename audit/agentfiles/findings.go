package agentfiles

import (
	"bytes"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// Against says what is wrong in the files of a project that has keys. Together are places that
// one of these findings is about, of which it shows the first.
func (s *Surveyed) Against(declared *schema.Schema) (found diag.List, together [][]diag.Span) {
	unawaited := s.unawaited(s.survey.Unawaited)
	copied, together := s.copied()
	return slices.Concat(
		s.inPrompts(declared), copied, s.mutated(), s.inPlace(), s.inRun(), s.keyNames(), unawaited,
		s.misused(s.survey.Misuses, unawaited), uncallable(s.survey.Callbacks), s.unfilled(declared), s.stale(),
	), together
}

// inPrompts checks the prompts with the rules that need to know which keys there are.
func (s *Surveyed) inPrompts(declared *schema.Schema) (list diag.List) {
	c := check.New(declared)
	for _, t := range s.python.Texts {
		list = append(list, inPython(c, t)...)
	}
	for _, t := range s.python.Partial {
		list = append(list, slices.DeleteFunc(inPython(c, t), isOfUnknown)...)
	}
	for _, config := range s.configs {
		found := finding.Undeclared(c.ConfigTexts(config), audit.UnknownStorage)
		if !isADKs(config) {
			found = asLikely(found)
		}
		list = append(list, found...)
	}
	return s.shown(list)
}

// asLikely is findings in texts that a program may change before ADK sees them. Doubled
// braces are what it is likely to replace.
func asLikely(list diag.List) (likely diag.List) {
	for _, d := range list {
		if d.ID == "literal-braces" {
			continue
		}
		if d.Severity == diag.Error {
			d.Severity = diag.Warning
			d.Hint += "; nothing is wrong if the program replaces this itself"
		}
		likely = append(likely, d)
	}
	return likely
}

// shown drops what is said of doubled braces around a key that is used, or has the mark of one that
// may be missing: its value is nearly always meant. Around another key it leaves it open whether they are a mistake in programs that
// may set it somewhere.
func (s *Surveyed) shown(list diag.List) diag.List {
	writers := s.writers()
	list = slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		return d.ID == "literal-braces" && (strings.HasPrefix(d.Message, "ADK shows") || s.isMarked(d.Span))
	})
	for i, d := range list {
		if d.ID == "literal-braces" && d.Severity == diag.Error && writers[s.parts.program(d.Span.File)] {
			list[i].Severity = diag.Warning
			list[i].Hint += "; nothing is wrong if what could not be read sets the key, whose value is meant"
		}
	}
	return list
}

// isMarked reports whether a placeholder says itself that its key may be missing.
func (s *Surveyed) isMarked(at diag.Span) bool {
	source := s.Sources[at.File]
	return source != nil && at.End <= len(source.Text) && bytes.ContainsRune(source.Text[at.Start:at.End], '?')
}

// writers are the programs that write keys which nobody knows.
func (s *Surveyed) writers() map[string]bool {
	all := map[string]bool{}
	for _, o := range s.Open {
		for _, program := range o.Programs {
			all[program] = all[program] || o.Writes
		}
	}
	return all
}
