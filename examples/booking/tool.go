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
	// State shows what the tool writes immediately; everybody else sees it
	// when the tool has answered, in one event with the answer.
	State *bookingstate.State
	// Update changes state that other travellers may be changing too: it
	// runs a function again until no one else has changed what it read, and
	// commits immediately what it wrote. The function must do nothing but
	// read and write the state, and can't use temp keys.
	Update func(func(*bookingstate.State) error) error
}

// Answer is what a tool tells the model: JSON-shaped values by name.
type Answer map[string]any

// Args are the arguments of a call, as a model gave them.
type Args map[string]any

// text returns an argument, which must be text that is not empty.
func (a Args) text(name string) (string, error) {
	if s, ok := a[name].(string); ok && s != "" {
		return s, nil
	}
	return "", fmt.Errorf("argument %q must be text that is not empty", name)
}

// tools are what the agents of one agency can do; they share its airline.
type tools struct{ airline *airline }
