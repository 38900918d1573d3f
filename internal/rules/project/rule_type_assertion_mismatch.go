package project

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
)

var TypeAssertionMismatch = diag.Register(diag.OnGo, diag.Rule{
	ID:       "type-assertion-mismatch",
	Severity: diag.Error,
	Summary:  "a value read from a state is asserted to have a type that it does not have",
	Why: "A database keeps state as JSON and gives numbers back as float64, lists as []any and times as text. " +
		"An assertion that succeeds while the session is in memory then fails after the first reload: with a second " +
		"result it silently gives zero, and a counter starts again.",
	Bad:  "v, _ := st.Get(\"visits\")\nn, _ := v.(int)\n",
	Good: "n, err := bookingstate.Of(st).Visits()\n",
})

// WrongAssertion is about a value that is asserted to have another type. Kept is whether no database has it.
func WrongAssertion(at diag.Span, key *schema.Key, problem string, kept bool) diag.Diagnostic {
	d := diag.New(TypeAssertionMismatch, at, "%s is declared as %s: %s", diag.Key(key.Wire()), declaredType(key), problem).
		WithHint("read it with the generated getter, which accepts every form that a store returns")
	if kept {
		d = d.WithHint("read it with the generated getter, which returns the declared type")
	}
	d.Related = DeclaredHere(key)
	return d
}

// NeverAsserted is about a read that accepts nothing of what is set.
func NeverAsserted(at diag.Span, key, asserted, set string) diag.Diagnostic {
	return diag.New(TypeAssertionMismatch, at, "%s is never %s: it is set to %s", diag.Key(key), asserted, set).
		WithHint("expect what is set")
}

// AssertedBeforeReload is about a read that does not accept the form in which a database gives a value back.
func AssertedBeforeReload(at diag.Span, key, form, asserted string) diag.Diagnostic {
	return diag.New(TypeAssertionMismatch, at, "a database gives %s back as %s, which is no %s",
		diag.Key(key), form, asserted).
		WithHint("also accept %s", form)
}
