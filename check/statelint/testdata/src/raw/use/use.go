// Package use writes keys as text.
package use

import (
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/session"
)

const cityKey = "city" // want `"city" is written as text, although rawstate.KeyCity names it`

var planner = llmagent.Config{OutputKey: "plan"} // want `rawstate.KeyPlan`

var delta = session.EventActions{StateDelta: map[string]any{
	"city": "Bern", // want `rawstate.KeyCity`
}}

func Choose(st session.State, seat string, hours int) (string, error) {
	if err := st.Set("city", seat); err != nil { // want `rawstate.KeyCity`
		return "", err
	}
	st.Set("trips", hours+1)                           // want `rawstate.KeyTrips`
	st.Set("trips", seat)                              // want `rawstate.KeyTrips` `declared as int`
	if err := st.Set("hold_"+seat, true); err != nil { // want `rawstate.HoldKey`
		return "", err
	}
	st.Set("hold_"+seat, true) // its error is ignored
	v, err := st.Get(cityKey)  // want `rawstate.KeyCity`
	if err != nil {
		return "", err
	}
	city := v.(string)
	n := 0
	if v, err := st.Get("trips"); err == nil { // want `rawstate.KeyTrips`
		n = v.(int) // want `\.\(int\) then fails`
	}
	for range n {
		city += "!"
	}
	return city, nil
}
