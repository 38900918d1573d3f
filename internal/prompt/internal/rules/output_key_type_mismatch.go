package rules

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/schema"
)

var outputKeyTypeMismatch = diag.Register(diag.OnPrompts, diag.Rule{
	ID:       "output-key-type-mismatch",
	Severity: diag.Error,
	Summary:  "an agent's final text is saved under a key that is not of type string",
	Why: "What an agent answers last is stored under its output key as a string, whatever the key is declared as. " +
		"Whoever reads the key as its declared type gets an error.",
	Bad:  "output_key: photo\n",
	Good: "output_key: city\n",
})

// OutputKey looks at a key that an agent's final text is saved under.
func OutputKey(p *judge.Pass) {
	name := p.Text
	key := p.Keys.Find(name)
	switch {
	case key == nil && p.Keys.Foreign(name):
	case key == nil:
		undeclared(p, name, 0, len(name), spellOutputKey)
	case !holdsText(key):
		p.Reportf(outputKeyTypeMismatch, 0, len(name), "an agent's final text is saved under %s, which is declared as %s",
			diag.Key(name), key.Type).
			Hintf("use a key of type string").
			Relatedf(key.Span, "declared here")
	}
}

func spellOutputKey(k *schema.Key) string {
	if !holdsText(k) || k.Sensitive {
		return ""
	}
	return k.Wire()
}

// holdsText reports whether a getter of the key may accept a string that a
// model wrote.
func holdsText(k *schema.Key) bool {
	return k.Encoding == schema.JSONString ||
		slices.Contains([]schema.Kind{schema.String, schema.Enum, schema.JSON}, k.Type.Kind)
}
