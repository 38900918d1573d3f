// Package use names keys that are gone, and other names of keys that are there.
package use

import (
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

var planner = llmagent.Config{
	OutputKey:   "legacy_cart",       // want `the key "legacy_cart" has been removed;`
	Instruction: "Call {user:phone}", // want `the key "user:phone" has been removed: no longer asked for`
}

func Use(st session.State, id string) {
	st.Get("legacy_cart")       // want `the key "legacy_cart" has been removed`
	st.Set("seat_"+id, "x")     // want `the key "seat_…" has been removed`
	st.Set("trip_count", 1)     // want `declares no key "trip_count"`
	st.Set("lang_code", 1)      // want `declares no key "lang_code"`
	st.Set("purchase_"+id, "x") // want `declares no key "purchase_…"`
	st.Set("trips", 2)
	st.Set("order_"+id, "x")
	st.Set("language", "de")
}
