package check

import "github.com/seed92179c4c/stategen/internal/diag"

var DeltaValueMismatch = diag.Register(diag.OnGo, diag.Rule{
	ID:       "delta-value-mismatch",
	Severity: diag.Error,
	Summary:  "a value of a type other than the declared one is written to a state",
	Why: "The state takes any value, and the mistake shows only where the key is read: " +
		"the reader fails, or takes the value for missing.",
	Bad:  "st.Set(\"visits\", \"three\")\n",
	Good: "st.Set(\"visits\", 3)\n",
})
