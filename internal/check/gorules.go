package check

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
)

// The rules that only Go source can break. The functions that apply them are
// in package statelint.
var (
	TypeAssertionMismatch = diag.Register(diag.OnGo, diag.Rule{
		ID:       "type-assertion-mismatch",
		Severity: diag.Error,
		Summary:  "a value read from a state is asserted to have a type that it does not have",
		Why: "A database keeps state as JSON and gives numbers back as float64, lists as []any and times as text. " +
			"An assertion that succeeds while the session is in memory then fails after the first reload: with a second " +
			"result it silently gives zero, and a counter starts again.",
		Bad:  "v, _ := st.Get(\"visits\")\nn, _ := v.(int)\n",
		Good: "n, err := bookingstate.Of(st).Visits()\n",
	})
	DeltaValueMismatch = diag.Register(diag.OnGo, diag.Rule{
		ID:       "delta-value-mismatch",
		Severity: diag.Error,
		Summary:  "a value of a type other than the declared one is written to a state",
		Why: "The state takes any value, and the mistake shows only where the key is read: " +
			"the reader fails, or takes the value for missing.",
		Bad:  "st.Set(\"visits\", \"three\")\n",
		Good: "st.Set(\"visits\", 3)\n",
	})
	DirectStateMutation = source.DirectStateMutation // Python breaks it, too
	UnserializableValue = diag.Register(diag.OnGo, diag.Rule{
		ID:       "unserializable-value",
		Severity: diag.Error,
		Summary:  "a value that does not survive a database is written to a state",
		Why: "Channels, functions and complex numbers have no JSON form, so that storing the session fails or loses " +
			"its state. A pointer is shared with everybody who reads the key while the session is in memory, and comes " +
			"back as a map from a database.",
		Bad:  "st.Set(\"notes\", make(chan string))\n",
		Good: "st.Set(\"notes\", []string{\"call back\"})\n",

		WithoutSchema: true,
	})
	RawKey = diag.Register(diag.OnGo, diag.Rule{
		ID:       "raw-key",
		Severity: diag.Warning,
		Summary:  "a key is written as text although generated code names it",
		Why: "A name is checked by the compiler, is found by editors and changes with the schema. It is reported where " +
			"the code generated from the package's schema exists in the same module. A fix is offered where it compiles " +
			"and means the same: the accessor, else the constant. What remains can go into a baseline; " +
			"`rules: {raw-key: off}` in the schema switches the rule off.",
		Bad:  "st.Get(\"visits\")\n",
		Good: "st.Get(bookingstate.KeyVisits)\n",
	})
)
