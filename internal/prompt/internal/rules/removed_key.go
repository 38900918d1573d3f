package rules

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/reading"
)

var removedKey = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "removed-key",
	Severity: diag.Error,
	Summary:  "a key is used that the schema lists under removed",
	Why: "Nothing writes the key any more, and what is still stored under it is of an older declaration, or waits to be erased. " +
		"A prompt would show it to the model all the same.",
	Bad: "version: 1\nkeys:\n  basket: string?\nremoved: [cart]\n" +
		"instructions:\n  shop: {text: \"The basket: {cart?}.\"}\n",
	Good: "version: 1\nkeys:\n  basket: string?\nremoved: [cart]\n" +
		"instructions:\n  shop: {text: \"The basket: {basket?}.\"}\n",
})

var _ = judge.Register(judge.Rule{Rule: removedKey, Placeholder: checkRemovedKey})

func checkRemovedKey(p *judge.Pass, ph *reading.Placeholder) {
	if ph.Key != nil || !isRemoved(p, ph.Wire) || p.LooksLiteral(ph) {
		return
	}
	m, _ := p.Keys.Moved(ph.Wire)
	d := removed(ph.Wire, m)
	d.Span = p.Span(ph.NameStart, ph.NameEnd)
	p.Keep(&judge.Finding{Diagnostic: d})
}

// isRemoved reports whether a key is one of those that are gone.
func isRemoved(p *judge.Pass, wire string) bool {
	m, ok := p.Keys.Moved(wire)
	return ok && m.Removed != nil
}

// removed describes the use of a key that is gone.
func removed(wire string, m keys.Moved) diag.Diagnostic {
	d := diag.New(removedKey, diag.Span{}, "the key %s has been removed", diag.Key(wire))
	if m.Removed.Doc != "" {
		d.Message += ": " + diag.Shorten(strings.Join(strings.Fields(m.Removed.Doc), " "))
	}
	d.Hint = "remove this use of it"
	d.Related = []diag.Related{{Span: m.Removed.Span, Message: "removed here"}}
	return d
}
