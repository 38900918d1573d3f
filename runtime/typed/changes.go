package typed

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// Changes records what is written to it. It is a state of which only the
// changes are known: every key counts as missing until it is set.
type Changes struct{ delta runtime.Delta }

var _ runtime.Merger = (*Changes)(nil)

// NewChanges returns an empty record.
func NewChanges() *Changes { return &Changes{delta: runtime.Delta{}} }

// Get returns a value that was set.
func (c *Changes) Get(key string) (any, error) {
	if v, ok := c.delta[key]; ok {
		return v, nil
	}
	return nil, &runtime.MissingError{Key: key}
}

// Set records a change; nil unsets the key.
func (c *Changes) Set(key string, value any) error {
	c.delta[key] = value
	return nil
}

// Merge records a merge operation.
func (c *Changes) Merge(key string, op runtime.Op) error { return c.delta.Merge(key, op) }

// All yields the changes.
func (c *Changes) All() iter.Seq2[string, any] { return maps.All(c.delta) }

// Delta returns a deep copy of the changes.
func (c *Changes) Delta() runtime.Delta { return c.delta.Clone() }

// String lists the keys that change, without their values.
func (c *Changes) String() string {
	return "Delta{" + strings.Join(slices.Sorted(maps.Keys(c.delta)), ", ") + "}"
}

// Format prints what String returns, with any verb.
func (c *Changes) Format(f fmt.State, _ rune) { Print(f, c.String()) }
