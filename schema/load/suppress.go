package load

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// suppression is a comment that silences a rule. What it names may be a rule of
// the checker, which then looks after it.
type suppression struct {
	diag.Suppression
	used bool
}

func suppressions(src *diag.Source) []*suppression {
	var list []*suppression
	for _, s := range diag.Suppressions(src) {
		if s.Rule != "" {
			list = append(list, &suppression{Suppression: s})
		}
	}
	return list
}

// span holds the comment's mark and rule.
func (s *suppression) span() diag.Span {
	return diag.Span{File: s.Mark.File, Start: s.Mark.Start, End: s.RuleSpan.End}
}

// silence leaves out the advice that comments silence. A comment without a
// reason silences nothing, and is named with the advice.
func silence(list diag.List, sources diag.Sources, comments []*suppression) diag.List {
	var kept diag.List
	for _, d := range list {
		c := commentOn(d, sources, comments)
		if c != nil && c.Reason != "" {
			continue
		}
		if c != nil {
			d.Related = append(d.Related, diag.Related{Span: c.span(), Message: "this comment gives no reason, so it silences nothing"})
		}
		kept = append(kept, d)
	}
	return kept
}

// commentOn finds the comment about a finding.
func commentOn(d diag.Diagnostic, sources diag.Sources, comments []*suppression) *suppression {
	var found *suppression
	line := sources[d.Span.File].Position(d.Span.Start).Line
	for _, c := range comments {
		if c.Mark.File == d.Span.File && c.Suppresses(d.ID, line) {
			c.used, found = true, c
		}
	}
	return found
}

// idleComments reports comments that name no rule, and of a sound schema those
// that silence nothing: what they were about may be hidden by a mistake.
func idleComments(r *yamlsrc.Report, comments []*suppression, known []string, sound bool) {
	for _, c := range comments {
		switch {
		case !slices.Contains(known, c.Rule):
			r.Add(diag.UnusedSuppression, c.RuleSpan, "there is no rule %s to silence", diag.Name(c.Rule)).DidYouMean(c.Rule, known)
		case sound && !c.used && isAdvice(c.Rule):
			r.Add(diag.UnusedSuppression, c.span(), "nothing here breaks the rule %s", c.Rule).Hint("remove the comment")
		}
	}
}

// isAdvice reports whether a rule on schemas is only advice.
func isAdvice(id string) bool {
	rule, ok := diag.FindRule(id)
	return ok && rule.On == diag.OnSchemas && IsAdvice(rule)
}

// IsAdvice reports whether a project can set the level of a rule on schemas.
func IsAdvice(r diag.Rule) bool {
	return r.Severity == diag.Warning || r.ID == clientWritesApp.ID
}
