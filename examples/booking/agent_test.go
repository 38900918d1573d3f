package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
)

// replies is a model that says one thing after the other, the last for ever.
type replies []reply

func (r *replies) Generate(context.Context, Request) (*runtime.Content, error) {
	next := (*r)[0]
	if len(*r) > 1 {
		*r = (*r)[1:]
	}
	return next.content(), nil
}

// TestAgentCarriesOutCalls lets a model misbehave and looks at the timeline.
func TestAgentCarriesOutCalls(t *testing.T) {
	fail := Tool{
		Declaration: Declaration{Name: "fail"},
		Run: func(desk Desk, _ Args) (Answer, error) {
			return nil, errors.Join(desk.State.SetSeat("1A"), errors.New("it does not work"))
		},
	}
	for name, c := range map[string]struct {
		replies  replies
		timeline string
		problem  string
	}{
		"a tool fails": {
			replies{call("fail"), say("Sorry.")}, `
  ana            Hello
  desk           → fail()
                 ✗ it does not work
                 Sorry.
`, "",
		},
		"no such tool": {
			replies{call("fly", "to", "Oslo"), say("Sorry.")}, `
  ana            Hello
  desk           → fly(to: Oslo)
                 ✗ there is no such tool
                 Sorry.
`, "",
		},
		"no such agent": {
			replies{call(toolTransfer, "agent", "pilot"), call(toolTransfer), say("Sorry.")}, `
  ana            Hello
  desk           → transfer_to_agent(agent: pilot)
                 ✗ there is no agent "pilot"
                 → transfer_to_agent()
                 ✗ argument "agent" must be text that is not empty
                 Sorry.
`, "",
		},
		"two calls at once": {
			replies{call("fail").and("fly"), say("Sorry.")}, `
  ana            Hello
  desk           → fail()
                 ✗ it does not work
                 → fly()
                 ✗ there is no such tool
                 Sorry.
`, "",
		},
		"it never answers": {
			replies{call("fail")}, `
  ana            Hello
  desk           → fail()
                 ✗ it does not work
` + strings.Repeat("                 → fail()\n                 ✗ it does not work\n", maxSteps-1),
			"desk: no answer after 8 steps",
		},
	} {
		t.Run(name, func(t *testing.T) {
			desk := &modelAgent{
				name:        "desk",
				instruction: bookingstate.FrontDeskInstruction,
				tools:       []Tool{fail},
				team:        []Agent{&sequence{name: "search"}},
			}
			a := &agency{openTest(t, inMemory).svc, &c.replies, desk}
			ana := meet(t, a, "ana", "trip")
			events, err := a.say(t.Context(), ana.user, ana.conversation, "Hello")
			if problem := errorText(err); problem != c.problem {
				t.Errorf("error %q, want %q", problem, c.problem)
			}
			var out strings.Builder
			(&timeline{out: &out, paint: newPalette(false), user: "ana"}).events(events...)
			if out.String() != c.timeline {
				t.Errorf("timeline:%s\nwant:%s", out.String(), c.timeline)
			}
			if ana.knows().Seat != nil {
				t.Error("what a failed tool wrote was kept")
			}
		})
	}
}

// TestTurnBreaksOff shows what happened before a model failed.
func TestTurnBreaksOff(t *testing.T) {
	a := &agency{openTest(t, inMemory).svc, broken{}, agents(t)}
	meet(t, a, "ana", "trip")
	events, err := a.say(t.Context(), "ana", "trip", "Hello")
	if errorText(err) != "front_desk: the line is dead" || len(events) != 1 {
		t.Errorf("%d events, %v", len(events), err)
	}
}

type broken struct{}

func (broken) Generate(context.Context, Request) (*runtime.Content, error) {
	return nil, errors.New("the line is dead")
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
