package check

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
