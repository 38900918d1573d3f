// Package fixes has mistakes of which some have a certain fix.
package fixes

import (
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

type step string

const done step = "done"

func keys(st session.State) {
	st.Get("Price")              // want `did you mean "price"\?`
	st.Set("booking_step", done) // want `convert it to string`
}

var config = llmagent.Config{Instruction: `From {departure_city}.`} // want `write \{departure_city\?\}`
