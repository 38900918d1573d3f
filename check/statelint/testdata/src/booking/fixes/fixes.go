// Package fixes has mistakes of which some have a certain fix.
package fixes

import (
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

type step string

const done step = "done"

const key = "bookingStep" // want `did you mean "booking_step"\?`

func keys(st session.State) {
	st.Get("Price")                    // want `did you mean "price"\?`
	st.Get(`theme`)                    // want `did you mean "user:theme"\?`
	st.Get("user:" + "themes")         // want `did you mean`
	st.Set("user:color_theme", "dark") // want `it was renamed`
	st.Set(key, "done")
	st.Set("booking_step", done)           // want `convert it to string`
	st.Set("booking_step", "selectFlight") // want `did you mean "select_flight"\?`
	st.Set("booking_step", "payment")      // want `not a value of Step`
}

var configs = []llmagent.Config{
	{Instruction: "\u00dcber {Theme}."},          // want `did you mean "user:theme"\?`
	{Instruction: `From {departure_city}` + "."}, // want `write \{departure_city\?\}`
	{Instruction: "From {departure\x5fcity}"},    // want `write \{departure_city\?\}`
}
