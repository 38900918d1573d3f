package diag

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"

	"github.com/seed92179c4c/stategen/runtime/comment"
)

// UnusedSuppression is the rule on comments that have no effect, in schemas and everywhere else.
var UnusedSuppression = Register(OnFiles, Rule{
	ID:       "unused-suppression",
	Severity: Warning,
	Summary:  "a stategen:ignore comment suppresses nothing",
	Why: "A suppression switches off one rule on one line: its own, or the next if it is alone. When the finding " +
		"is gone, it would hide the next mistake there. It has no effect unless it names an existing rule and gives a " +
		"reason: nobody would know later whether it is still needed.",
	Bad:  "<!-- stategen:ignore undeclared-key the host program sets it -->\nGreet {user:name}.\n",
	Good: "<!-- stategen:ignore redundant-optional-marker new users have none yet -->\nGreet {user:name?}.\n",
})

// Suppression is a comment that suppresses one kind of finding on one line. It
// begins with "stategen:ignore", the rule and a reason:
//
//	{guest} <!-- stategen:ignore undeclared-key the host program sets it -->
//
// After text, or before it, the comment applies to its own line. Alone on its
// line it applies to the next one; of several such lines, each applies to the
// line after the last.
type Suppression struct {
	Rule, Reason string // empty where none is written
	Line         int    // that it applies to, counted from 1
	Mark         Span   // "stategen:ignore"
	RuleSpan     Span   // the rule; the end of the mark where none is written
}

// Suppresses reports whether the comment applies to a finding of the rule on
// that line.
func (s Suppression) Suppresses(rule string, line int) bool { return s.Rule == rule && s.Line == line }

// Unneeded is about a suppression of what is not found.
func (s Suppression) Unneeded() Diagnostic {
	return New(UnusedSuppression, s.Mark, "nothing breaks the rule %s here", s.Rule).WithHint("remove the comment")
}

// Fault is about a suppression that has no effect, whatever is found; false: it may have one.
func (s Suppression) Fault(known []string) (Diagnostic, bool) {
	const form = "write stategen:ignore RULE and the reason"
	switch {
	case s.Rule == "":
		return New(UnusedSuppression, s.Mark, "this suppression names no rule").WithHint(form), true
	case slices.Contains(known, s.Rule):
		return New(UnusedSuppression, s.Mark, "this suppression gives no reason").WithHint(form), s.Reason == ""
	}
	d := New(UnusedSuppression, s.Mark, "there is no rule %s to suppress", Name(s.Rule))
	if near := Nearest(s.Rule, known); len(near) > 0 {
		return d.WithHint("did you mean %q?", near[0]), true
	}
	return d.WithHint(form), true
}

// Suppressions finds the comments of a file, in order. The mark counts where a
// comment begins, in the languages that prompts and schemas are written in,
// and where a line does.
func Suppressions(src *Source) []Suppression {
	if !bytes.Contains(src.Text, []byte("stategen:"+comment.Ignore)) {
		return nil
	}
	text := string(src.Text)
	return suppressions(src, text, comment.Find(text))
}

// PromptSuppressions finds those of a prompt that stategen renders, where only
// comments of HTML count: the others are part of what a model reads.
func PromptSuppressions(src *Source) []Suppression {
	text := string(src.Text)
	return suppressions(src, text, comment.InPrompt(text))
}

func suppressions(src *Source, text string, comments []comment.Comment) []Suppression {
	var list []Suppression
	alone := map[int]bool{} // lines
	for _, c := range comments {
		if c.Verb == comment.Ignore {
			s := suppression(src, text, c)
			list = append(list, s)
			alone[s.Line] = alone[s.Line] || c.Alone
		}
	}
	moveOn(list, alone)
	return list
}

// moveOn makes the comments that are alone on a line apply to the line after them.
func moveOn(list []Suppression, alone map[int]bool) {
	after := map[int]int{}
	for i := len(list) - 1; i >= 0; i-- {
		line := list[i].Line
		if !alone[line] {
			continue
		}
		if after[line] == 0 {
			after[line] = cmp.Or(after[line+1], line+1)
		}
		list[i].Line = after[line]
	}
}

// words are the rule and the reason after a mark.
var words = regexp.MustCompile(`^[ \t]+(\S+)(?:[ \t]+(\S.*?))?[ \t]*$`)

func suppression(src *Source, text string, c comment.Comment) Suppression {
	end := c.Mark[1]
	s := Suppression{
		Line:     src.Position(c.Mark[0]).Line,
		Mark:     Span{File: src.Name, Start: c.Mark[0], End: end},
		RuleSpan: Span{File: src.Name, Start: end, End: end},
	}
	body := c.In(text)
	if m := words.FindStringSubmatchIndex(body); m != nil {
		s.Rule = body[m[2]:m[3]]
		s.Reason = body[max(m[4], 0):max(m[5], 0)]
		s.RuleSpan.Start, s.RuleSpan.End = end+m[2], end+m[3]
	}
	return s
}
