// Package suggestions has a mistake for which an editor offers what may be meant.
package suggestions

import "google.golang.org/adk/v2/session"

func keys(st session.State) {
	st.Set("booking_step", "selectFlight") // want `did you mean "select_flight"\?`
}
