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

	WithoutSchema: true,
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

// WrongDraftedAssertion is about one where nobody declares the key. IsReload is whether it holds until a database has
// stored the value.
func WrongDraftedAssertion(at diag.Span, key *schema.Key, typ, problem string, isReload bool) diag.Diagnostic {
	d := diag.New(TypeAssertionMismatch, at, "%s is asserted to be %s: %s", diag.Key(key.Wire()), diag.Indefinite(typ), problem).
		WithHint("expect what is set")
	if isReload {
		d = d.WithHint("also accept what a database returns")
		d.Args = append(d.Args, diag.Arg{Name: "session", Value: "reloaded"})
	}
	d.Related = DeclaredHere(key)
	return d
}
