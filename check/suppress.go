package check

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

var unusedSuppression = diag.Rule{
	ID:       "unused-suppression",
	Severity: diag.Warning,
	Summary:  "a stategen:ignore comment suppresses nothing",
	Why: "A suppression switches off one rule on its line and the next. When the finding is gone, it would hide the " +
		"next mistake there. It has no effect without a rule that exists, nor without a reason: nobody would know " +
		"later whether it still may stand.",
	Bad:  "<!-- stategen:ignore undeclared-key the host program sets it -->\nGreet {user:name}.\n",
	Good: "<!-- stategen:ignore needless-mark new users have none yet -->\nGreet {user:name?}.\n",
}

// suppression is a comment that switches off a rule on its line and the next.
type suppression struct {
	rule       string
	line       int
	start, end int
	used       bool
}

const ignoreMark = "stategen:ignore"

var ignoreComment = regexp.MustCompile(ignoreMark + `(?:[ \t]+(\S+))?(?:[ \t]+(\S.*))?`)

// Suppress returns list without the findings that comments in the file
// suppress, and with findings about the comments themselves. All of list must
// lie in the file.
func (c *Checker) Suppress(src *diag.Source, list diag.List) diag.List {
	if !bytes.Contains(src.Text, []byte(ignoreMark)) {
		return list
	}
	comments, faults := c.suppressions(src)
	kept := slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		return suppressed(comments, d.ID, src.Position(d.Span.Start).Line)
	})
	for _, s := range comments {
		if !s.used {
			kept = c.about(kept, unusedSuppression, src, s, fmt.Sprintf("nothing breaks the rule %s here", s.rule),
				"remove the comment")
		}
	}
	return append(kept, faults...)
}

func suppressed(comments []*suppression, rule string, line int) bool {
	found := false
	for _, s := range comments {
		if s.rule == rule && (s.line == line || s.line+1 == line) {
			s.used, found = true, true
		}
	}
	return found
}

// suppressions reads the comments of a file, and reports those it can't use.
func (c *Checker) suppressions(src *diag.Source) (comments []*suppression, faults diag.List) {
	known, templates := ruleNames(), Rules().IDs()
	for _, m := range ignoreComment.FindAllSubmatchIndex(src.Text, -1) {
		s := &suppression{line: src.Position(m[0]).Line, start: m[0], end: m[1]}
		s.rule = group(src.Text, m, 1)
		if src.Name == c.schema.File && !slices.Contains(templates, s.rule) {
			continue // about the schema itself
		}
		problem, hint := "", "write stategen:ignore RULE and the reason"
		switch reason := group(src.Text, m, 2); {
		case s.rule == "" || isCommentEnd(s.rule):
			problem = "this suppression names no rule"
		case !slices.Contains(known, s.rule):
			problem = fmt.Sprintf("there is no rule %q to suppress", s.rule)
			if near, ok := diag.Nearest(s.rule, known); ok {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
		case reason == "" || isCommentEnd(reason):
			problem = "this suppression gives no reason"
		}
		if problem == "" {
			comments = append(comments, s)
			continue
		}
		faults = c.about(faults, unusedSuppression, src, s, problem, hint)
	}
	return comments, faults
}

// about adds a finding about a suppression.
func (c *Checker) about(list diag.List, r diag.Rule, src *diag.Source, s *suppression, message, hint string) diag.List {
	severity, on := c.levels.severity(r.ID, r.Severity)
	if !on {
		return list
	}
	return append(list, diag.Diagnostic{
		ID: r.ID, Severity: severity, Message: message, Hint: hint,
		Span: diag.Span{File: src.Name, Start: s.start, End: s.start + len(ignoreMark)},
	})
}

func group(text []byte, match []int, n int) string {
	if match[2*n] < 0 {
		return ""
	}
	return string(text[match[2*n]:match[2*n+1]])
}

// isCommentEnd reports whether all that is left is the end of a comment.
func isCommentEnd(text string) bool {
	return slices.Contains([]string{"-->", "*/", "#}", "--%>", "%}"}, strings.TrimSpace(text))
}
