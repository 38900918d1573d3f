// Package deltas builds state deltas and initial states.
package deltas

import (
	"context"
	"maps"

	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
)

func literals(ctx context.Context, svc session.Service, sess session.Session) {
	_ = &session.Event{Actions: session.EventActions{StateDelta: map[string]any{
		"city": "Bern",
		"ctiy": "Bern", // want `declares no key "ctiy"`
		"paid": "yes",  // want `"paid" is declared as bool, and this is a string`
	}}}
	svc.Create(ctx, &session.CreateRequest{State: map[string]any{"user:thme": "dark"}}) // want `declares no key "user:thme"`
	runner.WithStateDelta(map[string]any{"ctty": 1})                                    // want `declares no key "ctty"`
	_ = map[string]any{"anything": 1}
}

func writes(e *session.Event) {
	e.Actions.StateDelta["cty"] = "Bern"  // want `declares no key "cty"`
	_ = e.Actions.StateDelta["czty"]      // want `declares no key "czty"`
	delete(e.Actions.StateDelta, "cityy") // want `declares no key "cityy"`
	delta := e.Actions.StateDelta
	delta["ciity"] = 1 // want `declares no key "ciity"`
}

func passedOn(e *session.Event) {
	delta := make(map[string]any)
	delta["city"] = "Bern"
	delta["cit"] = "Bern" // want `declares no key "cit"`
	e.Actions.StateDelta = delta
	emit(map[string]any{"ctiy": 1}) // want `declares no key "ctiy"`
	e.Actions.StateDelta = initial()
	e.Actions.StateDelta = maps.Clone(other)
}

var other = map[string]any{"citi": 1} // want `declares no key "citi"`

func emit(delta map[string]any) *session.Event {
	return &session.Event{Actions: session.EventActions{StateDelta: delta}}
}

func initial() map[string]any {
	return map[string]any{
		"city":     "Bern",
		"cityname": "Bern", // want `declares no key "cityname"`
	}
}
