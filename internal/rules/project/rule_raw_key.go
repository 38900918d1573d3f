package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var RawKey = diag.Register(diag.OnGo, diag.Rule{
	ID:       "raw-key",
	Severity: diag.Warning,
	Summary:  "a key is written as text although generated code names it",
	Why: "A name is checked by the compiler, is found by editors and changes with the schema. It is reported where " +
		"the code generated from the package's schema exists in the same module. A fix writes the constant where " +
		"that compiles. What remains can go into a baseline; `rules: {raw-key: off}` in the schema switches the rule off.",
	Bad:  "st.Get(\"visits\")\n",
	Good: "st.Get(bookingstate.KeyVisits)\n",
})

// WrittenAsText is about a key that a constant names; reason is why there is no fix.
func WrittenAsText(at diag.Span, key *schema.Key, constant, reason string) diag.Diagnostic {
	if reason != "" {
		reason = "; no fix: " + reason
	}
	d := diag.New(RawKey, at, "%s is written as text, although %s names it%s", diag.Key(key.Wire()), constant, reason)
	d.Related = DeclaredHere(key)
	return d
}
