package views

import (
	"fmt"
	"log/slog"
	"maps"

	"github.com/seed92179c4c/stategen/runtime/internal/keylist"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Format prints the keys, with any verb.
func (v *Snapshot) Format(f fmt.State, _ rune) { keylist.Print(f, "State"+Keys(v)) }

// LogValue holds the keys.
func (v *Snapshot) LogValue() slog.Value { return slog.StringValue("State" + Keys(v)) }

// Format prints the keys, with any verb.
func (c *Capture) Format(f fmt.State, _ rune) { keylist.Print(f, "State"+Keys(c)) }

// LogValue holds the keys.
func (c *Capture) LogValue() slog.Value { return slog.StringValue("State" + Keys(c)) }

// Unnoted returns the same state, to be read for a log: of the state in Update it
// returns one of which reads are not noted. Decide nothing by it.
func Unnoted(state value.ReadonlyState) value.ReadonlyState {
	if c, ok := state.(interface{ unnoted() value.ReadonlyState }); ok {
		return c.unnoted()
	}
	return state
}

func (c *Capture) unnoted() value.ReadonlyState {
	reads, ok := c.base.(*ReadLog)
	if !ok {
		return c
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return &Capture{base: reads.view, delta: c.delta.Clone(), moved: maps.Clone(c.moved)}
}

// Keys lists the keys of a state.
func Keys(state value.ReadonlyState) string {
	var keys []string
	for key := range Unnoted(state).All() {
		keys = append(keys, key)
	}
	return keylist.Format(keys)
}
