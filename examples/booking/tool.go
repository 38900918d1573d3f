package main

import (
	"fmt"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
)

// A Tool is something an agent can do for its model. An error of Run goes back
// to the model as the tool's answer, and what Run wrote is dropped.
type Tool struct {
	Declaration
	Run func(desk Desk, args Args) (Answer, error)
}

// A Desk is where a tool works.
type Desk struct {
	// State sees what the tool writes at once; everybody else sees it when
	// the tool has answered, in one event with the answer.
	State *bookingstate.State
	// Update changes state that other travellers may be changing too: it
	// runs a function again until nobody has come in between, and commits
	// at once what it wrote. The function does nothing but read and write,
	// and temp keys are not for it.
	Update func(func(*bookingstate.State) error) error
}

// Answer is what a tool tells the model: JSON-shaped values by name.
type Answer map[string]any

// Args are the arguments of a call, as a model gave them.
type Args map[string]any

// text returns an argument, which must be a text that is not empty.
func (a Args) text(name string) (string, error) {
	if s, ok := a[name].(string); ok && s != "" {
		return s, nil
	}
	return "", fmt.Errorf("argument %q must be a text that is not empty", name)
}

// tools are what the agents of one agency can do; they share its airline.
type tools struct{ airline *airline }
