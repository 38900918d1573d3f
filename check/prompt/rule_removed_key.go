package prompt

import (
	"strings"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
)

var removedKey = diag.Rule{
	ID:       "removed-key",
	Severity: diag.Error,
	Summary:  "a key is used that the schema lists under removed",
	Why: "Nothing writes the key any more, and what is still stored under it is of an older declaration, or waits to be erased. " +
		"A prompt would show it to the model all the same.",
	Bad: "version: 1\nkeys:\n  basket: string?\nremoved: [cart]\n" +
		"instructions:\n  shop: {text: \"The basket: {cart?}.\"}\n",
	Good: "version: 1\nkeys:\n  basket: string?\nremoved: [cart]\n" +
		"instructions:\n  shop: {text: \"The basket: {basket?}.\"}\n",
}

func checkRemovedKey(p *pass, ph *placeholder) {
	if ph.key != nil || !p.removed(ph.name) || p.looksLiteral(ph) {
		return
	}
	d, _ := p.Undeclared(ph.name)
	d.Span = p.span(ph.NameStart, ph.NameEnd)
	p.keep(&finding{d})
}

// removed reports whether a key is one of those that are gone.
func (c *Checker) removed(wire string) bool {
	m, ok := c.keys.Moved(wire)
	return ok && m.Removed != nil
}

// Moved returns what the schema says of a key that it does not declare; false if
// that is nothing.
func (c *Checker) Moved(wire string) (keys.Moved, bool) { return c.keys.Moved(wire) }

// movedKey describes the use of a key that is another name of a declared one, or
// that is gone.
func movedKey(wire string, m keys.Moved) (d diag.Diagnostic, perhaps []string) {
	if m.Removed != nil {
		d = diag.Diagnostic{ID: removedKey.ID, Severity: removedKey.Severity, Message: "the key " + diag.Quote(wire) + " has been removed"}
		if m.Removed.Doc != "" {
			d.Message += ": " + diag.Shorten(strings.Join(strings.Fields(m.Removed.Doc), " "))
		}
		d.Hint = "remove this use of it"
		d.Related = []diag.Related{{Span: m.Removed.Span, Message: "removed here"}}
		return d, nil
	}
	d = undeclared(wire)
	d.Hint = "it was renamed to " + diag.Quote(m.Wire)
	if m.Next {
		d.Hint = "until the next release this key is still called " + diag.Quote(m.Wire)
	}
	d.Related = []diag.Related{{Span: m.Key.Span, Message: diag.Quote(m.Key.Wire()) + " is declared here"}}
	return d, []string{m.Wire}
}
