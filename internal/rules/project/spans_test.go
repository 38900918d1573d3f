package project_test

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// The span of a finding cuts what it is about out of the file, wherever the
// template is: multi-byte text, quoted, plain, literal and folded scalars.
func TestSpansCutOut(t *testing.T) {
	cut := map[string]int{}
	for path, a := range goldenCases(t) {
		list, sources := run(t, a)
		for _, d := range list {
			text := string(sources[d.Span.File].Text[d.Span.Start:d.Span.End])
			cut[d.ID]++
			if !isAbout(text, d) {
				t.Errorf("%s: %s (%s) is about %q", path, d.ID, d.Message, text)
			}
		}
	}
	if cut["undeclared-key"] < 10 {
		t.Errorf("only %d undeclared keys were cut out", cut["undeclared-key"])
	}
}

func isAbout(text string, d diag.Diagnostic) bool {
	switch d.ID {
	case "undeclared-key", "removed-key", "output-key-type-mismatch":
		return strings.Contains(d.Message, strconv.Quote(text))
	case "unmatched-pattern":
		return strings.Contains(d.Message, strings.Trim(text, `"`))
	case "unused-suppression":
		return text == "stategen:ignore"
	case "unclosed-placeholder":
		return strings.HasPrefix(text, "{") && strings.Contains(d.Message, strconv.Quote(text[1:]))
	case "prose-reference":
		return strings.Contains(text, "state") || strings.Contains(d.Message, strconv.Quote(text))
	case "failing-braces":
		return strings.HasPrefix(text, "{") || text == "}"
	case "not-checked":
		return text == "" || !utf8.ValidString(text)
	default:
		return strings.HasPrefix(text, "{") && strings.HasSuffix(text, "}") ||
			strings.HasPrefix(text, "<") && strings.HasSuffix(text, ">")
	}
}
