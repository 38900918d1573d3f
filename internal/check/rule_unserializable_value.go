package check

import "github.com/seed92179c4c/stategen/internal/diag"

var UnserializableValue = diag.Register(diag.OnGo, diag.Rule{
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
