package project

import "github.com/seed92179c4c/stategen/internal/diag"

var ReadModifyWrite = diag.Register(diag.OnGo, diag.Rule{
	ID:       "read-modify-write",
	Severity: diag.Warning,
	Likely:   true,
	Summary:  "a key with a merge is read, changed and set again",
	Why: "If two callers read 3 and set 4, one change is lost. A merge is applied where the value is stored, and loses " +
		"nothing: the schema declares one for this key. Inside the function of an Update, which runs again if " +
		"another write came first, this is correct and not reported.",
	Bad:  "trip := bookingstate.Of(run)\nn, _ := trip.Trips()\ntrip.SetTrips(n + 1)\n",
	Good: "bookingstate.Of(run).AddTrips(1)\n",

	WithoutSchema: true,
})

// ReadAndSet is about a value that is made of what was read under the same key.
func ReadAndSet(at diag.Span, key, hint string) diag.Diagnostic {
	return diag.New(ReadModifyWrite, at,
		"%s is read and set again: what another writer does to it in between is lost", diag.Key(key)).
		WithHint("%s", hint)
}
