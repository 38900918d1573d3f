package check

import "github.com/seed92179c4c/stategen/internal/diag"

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
