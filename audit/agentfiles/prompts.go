package agentfiles

import (
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/finding"
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
	found = finding.Undeclared(c.Text(t.Text), audit.UnknownStorage)
	if !t.ADK {
		found = asLikely(found)
	} else {
		found = append(found, unknownInProse(c, t)...)
	}
	if t.Formatted {
		for i := range found {
			found[i].Hint = placeholderIn.ReplaceAllString(found[i].Hint, "{$0}")
		}
	}
	return found
}

// unknownInProse reports keys that sentences tell the model to read, and that nothing else names.
func unknownInProse(c *check.Checker, t pythonagents.Text) diag.List {
	var names []string
	var at []diag.Span
	for _, u := range c.NamedIn(t.Text) {
		if !forExample[u.Key] {
			names, at = append(names, u.Key), append(at, u.Span)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return diag.List{finding.UnknownInProse(names, at)}
}

// forExample are words that stand for any key.
var forExample = map[string]bool{"key": true, "name": true, "x": true, "foo": true, "some_key": true, "key_name": true, "my_key": true, "variable_name": true}

// placeholderIn are the placeholders that a hint asks to write: in an f-string, with doubled braces.
var placeholderIn = regexp.MustCompile(`\{[^{}]*\}`)

// isOfUnknown reports whether a finding in a text of which a part is not known may be about that
// part, or be another one with it.
func isOfUnknown(d diag.Diagnostic) bool {
	return d.ID != "prose-reference" && d.ID != "malformed-placeholder" || strings.Contains(d.Message+d.Hint, keys.UnknownPart)
}
