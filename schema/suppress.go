package schema

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// ignoreComment is a comment that silences a rule on its line and the next.
var ignoreComment = regexp.MustCompile(`#.*?\b(stategen:ignore)[ \t]+(\S+)[ \t]*(.*)`)

// suppression is one such comment. What it names may be a rule of the checker,
// which then looks after it.
type suppression struct {
	rule, reason string
	line         int
	span, word   diag.Span // of the comment's mark and rule; of the rule alone
	used         bool
}

func suppressions(src *diag.Source) []*suppression {
	var list []*suppression
	for _, m := range ignoreComment.FindAllSubmatchIndex(src.Text, -1) {
		list = append(list, &suppression{
			rule:   string(src.Text[m[4]:m[5]]),
			reason: strings.TrimSpace(string(src.Text[m[6]:m[7]])),
			line:   src.Position(m[0]).Line,
			span:   diag.Span{File: src.Name, Start: m[2], End: m[5]},
			word:   diag.Span{File: src.Name, Start: m[4], End: m[5]},
		})
	}
	return list
}

// silence leaves out the advice that comments silence. A comment without a
// reason silences nothing, and is named with the advice.
func silence(list diag.List, sources diag.Sources, comments []*suppression) diag.List {
	var kept diag.List
	for _, d := range list {
		c := commentOn(d, sources, comments)
		if c != nil && c.reason != "" {
			continue
		}
		if c != nil {
			d.Related = append(d.Related, diag.Related{Span: c.span, Message: "this comment gives no reason, so it silences nothing"})
		}
		kept = append(kept, d)
	}
	return kept
}

// commentOn finds the comment about a finding, on its line or the one before.
func commentOn(d diag.Diagnostic, sources diag.Sources, comments []*suppression) *suppression {
	var found *suppression
	line := sources[d.Span.File].Position(d.Span.Start).Line
	for _, c := range comments {
		if c.span.File == d.Span.File && c.rule == d.ID && (c.line == line || c.line == line-1) {
			c.used, found = true, c
		}
	}
	return found
}

// idleComments reports comments that silence nothing, or name no rule.
func (r *report) idleComments(comments []*suppression, rules []string) {
	for _, c := range comments {
		switch {
		case !slices.Contains(rules, c.rule):
			r.add(idUnusedSuppression, c.word, "there is no rule %s to silence", quote(c.rule)).didYouMean(c.rule, rules)
		case !c.used && slices.Contains(warnings, c.rule):
			r.add(idUnusedSuppression, c.span, "nothing here breaks the rule %s", c.rule).hint("remove the comment")
		}
	}
}

// ruleNames lists the rules that check.rules can set.
func (s *shape) ruleNames() []string {
	rules, _ := s.at("#/properties/check/properties/rules/properties").(map[string]any)
	var names []string
	for name := range rules {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
