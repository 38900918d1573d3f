//adk:only v2

package adktest

import "google.golang.org/adk/v2/session"

// fillNewer sets what events have since v2.
func fillNewer(e *session.Event, i int) {
	if i == 1 {
		e.IsolationScope, e.Routes, e.Output = "own", []string{"a", "b"}, map[string]any{"n": 1.0}
		e.NodeInfo = &session.NodeInfo{Path: "flow/desk@1", OutputFor: []string{"flow"}}
		e.RequestedInput = &session.RequestInput{InterruptID: "i1", Message: "Which seat?"}
	}
}
