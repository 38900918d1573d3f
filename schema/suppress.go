package schema

import (
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// ignoreComment is a comment that silences a rule on its line and the next.
var ignoreComment = regexp.MustCompile(`#.*\bstategen:ignore[ \t]+(\S+)[ \t]*(.*)`)

// suppress leaves out the advice that a comment silences. A comment without a
// reason silences nothing, and is named with the advice.
func suppress(list diag.List, sources diag.Sources) diag.List {
	var kept diag.List
	for _, d := range list {
		reason, at, found := suppression(d, sources[d.Span.File])
		if found && reason != "" {
			continue
		}
		if found {
			d.Related = append(d.Related, diag.Related{Span: at, Message: "this comment gives no reason, so it silences nothing"})
		}
		kept = append(kept, d)
	}
	return kept
}

// suppression finds the comment about a finding, on its line or the one before.
func suppression(d diag.Diagnostic, src *diag.Source) (reason string, at diag.Span, found bool) {
	if src == nil {
		return "", diag.Span{}, false
	}
	line := src.Position(d.Span.Start).Line
	for _, n := range []int{line, line - 1} {
		text := src.Line(n)
		m := ignoreComment.FindSubmatchIndex(text)
		if m == nil || string(text[m[2]:m[3]]) != d.ID {
			continue
		}
		start := src.Offset(diag.Position{Line: n, Column: 1})
		return strings.TrimSpace(string(text[m[4]:m[5]])), diag.Span{File: src.Name, Start: start + m[0], End: start + m[1]}, true
	}
	return "", diag.Span{}, false
}
