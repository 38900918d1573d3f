package workspace_test

import (
	"testing"
)

// tooLate are programs that set state deltas which no service gets, as comments announce, and
// others that do nearly the same.
const tooLate = `
-- go.mod --
module example.com/late

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- main.go --
package main

import (
	"context"
	"errors"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
)

func show(*session.Event) {}

func late(ctx context.Context, r *runner.Runner) {
	for ev, err := range r.Run(ctx, "u", "s", nil, agent.RunConfig{}) {
		if err != nil || ev == nil {
			continue
		}
		if ev.Actions.StateDelta == nil {
			ev.Actions.StateDelta = map[string]any{}
		}
		ev.Actions.StateDelta["usage"] = 3 // error dropped-delta
	}
	for ev := range r.Run(ctx, "u", "s", nil, agent.RunConfig{}) {
		show(ev)
		ev.Actions.StateDelta = map[string]any{"usage": 3} // warning dropped-delta
	}
}

func handed(ctx context.Context, r *runner.Runner, s session.Service, to session.Session, yield func(*session.Event, error) bool) {
	for ev := range r.Run(ctx, "u", "s", nil, agent.RunConfig{}) {
		ev.Actions.StateDelta["usage"] = 3
		yield(ev, nil)
	}
	for ev := range r.Run(ctx, "u", "s", nil, agent.RunConfig{}) {
		ev.Actions.StateDelta["usage"] = 3
		_ = s.AppendEvent(ctx, to, ev)
	}
	for ev, err := range r.Run(ctx, "u", "s", nil, agent.RunConfig{}) {
		ev.Actions.StateDelta["usage"] = 3
		if err != nil {
			yield(ev, err)
		}
	}
}

func fail(delta map[string]any, err error, yield func(*session.Event, error) bool) {
	ev := session.NewEvent("i")
	for k, v := range delta {
		ev.Actions.StateDelta[k] = v // warning dropped-delta
	}
	yield(ev, err)
}

func step(work func() error, yield func(*session.Event, error) bool) {
	err := work()
	if err != nil {
		ev := &session.Event{Actions: session.EventActions{StateDelta: map[string]any{"usage": 1}}} // warning dropped-delta
		yield(ev, err)
		return
	}
	ev := session.NewEvent("i")
	ev.Actions.StateDelta["usage"] = 2
	yield(ev, err)
	again := session.NewEvent("i")
	again.Actions.StateDelta["usage"] = 2
	if yield(again, nil) {
		yield(again, errors.New("done"))
	}
	plain := session.NewEvent("i")
	plain.Actions.Escalate = true
	yield(plain, errors.New("done"))
}

func main() {
	late(nil, nil)
	handed(nil, nil, nil, nil, nil)
	fail(nil, nil, nil)
	step(nil, nil)
	_, _ = session.State(nil).Get("usage")
}
`

// TestAuditOfLateDeltas holds that state deltas are reported that no service gets.
func TestAuditOfLateDeltas(t *testing.T) {
	auditPlanted(t, tooLate)
}
