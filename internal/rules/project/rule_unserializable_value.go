package project

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

const sharedPointer = "%s gets %s, which is shared in memory and comes back from a database as another type"

// Its words, by what a key gets: NoJSON a value without a JSON form, SharedPointer a pointer (SharedDraft: where there
// is no generated setter), LostMethods a value that has methods.
var (
	NoJSON = UnserializableValue.Says("%s gets %s, which has no JSON form",
		"a state can hold strings, numbers, booleans, and lists and maps of these")
	SharedPointer = UnserializableValue.Says(sharedPointer, "store a copy of basic values, or use the generated setter")
	SharedDraft   = UnserializableValue.Says(sharedPointer, "store a copy of basic values")
	LostMethods   = UnserializableValue.Says("%s gets %s, which comes back from a database without its methods, if at all",
		"store the basic values in it, or keep it under a temp key")
)
