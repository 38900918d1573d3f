package use

import (
	"google.golang.org/adk/v2/session"
	"misuse/tripstate"
)

func values(st session.State, step tripstate.Step) {
	trip := tripstate.Of(st)
	trip.SetStep("zz")                                              // want `"zz" is not a value of Step`
	trip.SetStep("dnoe")                                            // want `"dnoe" is not a value of Step; did you mean "done"`
	trip.SetSteps([]tripstate.Step{"pay", "zz"})                    // want `"zz" is not a value of Step`
	_ = tripstate.NewDelta().SetStep(tripstate.Step("zz")).String() // want `"zz" is not a value of Step`
	trip.SetStep("pay")
	trip.SetStep(tripstate.StepDone)
	trip.SetStep(step)
	trip.SetCity("zz")
	st.Set("steps", []any{"pay", "zz"}) // want `"zz" is not a value of Step`
	st.Set("user:trips", 1.5)           // want `1.5 is not a whole number`
	st.Set("user:trips", 1e6)
	st.Set("user:trips", 3)
	half := 1.5
	st.Set("user:trips", half)
	_ = session.EventActions{StateDelta: map[string]any{
		"user:trips": 1.5,             // want `"user:trips" is declared as int, and 1.5 is not a whole number`
		"user:best":  uint64(1) << 63, // want `is too large`
	}}
}
