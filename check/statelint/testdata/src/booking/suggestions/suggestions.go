// Package suggestions has mistakes for which an editor offers what may be meant.
package suggestions

import (
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

const key = "bookingStep" // want `did you mean "booking_step"\?`

func keys(st session.State) {
	st.Set("user:color_theme", "dark") // want `it was renamed`
	st.Set(key, "done")
	st.Set("booking_step", "selectFlight") // want `did you mean "select_flight"\?`
}

var config = llmagent.Config{Instruction: `From {departure_city}`} // want `write \{departure_city\?\}`
