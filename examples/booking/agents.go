package main

import (
	"embed"
	"fmt"
	"io/fs"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

//go:generate go tool stategen generate

//go:embed prompts
var prompts embed.FS

// newFrontDesk builds the agents. The front desk hears each message first and
// hands the traveller over to the agent that the booking step asks for:
//
//	front_desk
//	├── search
//	├── seats: one after the other
//	│   ├── scouts: at the same time
//	│   │   ├── window_scout
//	│   │   └── legroom_scout
//	│   └── seat_desk
//	└── payment
func newFrontDesk(t tools, prompts fs.FS) (Agent, error) {
	b := builder{prompts: prompts}
	windowScout := b.agent("window_scout", t.findWindowSeats())
	windowScout.outputKey = bookingstate.KeyTempWindowReport
	legroomScout := b.agent("legroom_scout", t.findLegroomSeats())
	legroomScout.outputKey = bookingstate.KeyTempLegroomReport

	frontDesk := b.agent("front_desk")
	frontDesk.team = []Agent{
		b.agent("search", t.rememberName(), t.searchFlights(), t.chooseFlight()),
		&sequence{"seats", []Agent{
			&parallel{"scouts", []Agent{windowScout, legroomScout}},
			b.agent("seat_desk", t.rememberSeatWish(), t.takeSeat()),
		}},
		b.agent("payment", t.quotePrice(), t.chargeCard()),
	}
	return frontDesk, b.err
}

// A builder makes agents that have a prompt of their name.
type builder struct {
	prompts fs.FS
	err     error // the first one met
}

func (b *builder) agent(name string, tools ...Tool) *modelAgent {
	prompt, err := fs.ReadFile(b.prompts, "prompts/"+name+".md")
	if err != nil && b.err == nil {
		b.err = fmt.Errorf("agent %s: %w", name, err)
	}
	return &modelAgent{name: name, instruction: fill(name, string(prompt)), tools: tools}
}

// grammar is how the schema says that prompts are read.
var grammar = instruction.Grammar{Dialect: instruction.ADK, Brace: true}

// fill returns a function that puts the state's values into a prompt.
func fill(name, prompt string) func(runtime.ReadonlyState) (string, error) {
	options := instruction.Options{Name: name, Grammar: grammar}
	return func(state runtime.ReadonlyState) (string, error) {
		return instruction.Inject(prompt, state, options)
	}
}
