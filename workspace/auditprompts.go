package workspace

import (
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// inPython checks an instruction of Python.
func inPython(c *check.Checker, t pythonagents.Text) (found diag.List) {
	if t.Test {
		return nil
	}
	found = audit.Undeclared(c.Text(t.Text), audit.UnknownStorage)
	if !t.ADK {
		found = asLikely(found)
	}
	if t.Formatted {
		for i := range found {
			found[i].Hint = placeholderIn.ReplaceAllString(found[i].Hint, "{$0}")
		}
	}
	return found
}

// placeholderIn are the placeholders that a hint asks to write: in an f-string, with doubled braces.
var placeholderIn = regexp.MustCompile(`\{[^{}]*\}`)

// isOfUnknown reports whether a finding in a text of which a part is not known may be about that
// part, or be another one with it.
func isOfUnknown(d diag.Diagnostic) bool {
	return d.ID != "prose-reference" && d.ID != "malformed-placeholder" || strings.Contains(d.Message+d.Hint, keys.UnknownPart)
}
