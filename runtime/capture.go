package runtime

import (
	"iter"
	"sync"

	"github.com/seed92179c4c/stategen/runtime/value"
)

// capture is a State that keeps writes to itself: reads see them over an
// underlying view. It is safe for concurrent use if the view is.
type capture struct {
	base ReadonlyState

	mu     sync.Mutex
	delta  Delta
	moved  map[string]bool // old names that operations in delta unset
	sealed error           // what ended the writes, or nil
}

func newCapture(base ReadonlyState) *capture { return &capture{base: base, delta: Delta{}} }

// Get returns a copy of the value under key, own writes included.
func (c *capture) Get(key string) (any, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	pending, written := c.delta[key]
	switch {
	case !written && c.moved[key]:
		return nil, &MissingError{Key: key}
	case !written:
		return c.base.Get(key)
	}
	value, err := c.read(key, pending)
	if err != nil {
		return nil, err
	}
	if value == nil {
		return nil, &MissingError{Key: key}
	}
	return value, nil
}

// read returns what a pending write makes of a key; nil if it unsets it.
func (c *capture) read(key string, pending any) (any, error) {
	op, ok := pending.(Op)
	if !ok {
		return Clone(pending), nil
	}
	return op.Resolve(key, func(key string) (any, error) { return value.Lookup(c.base, key) })
}

// All yields every key with a copy of its value, own writes included. A key
// whose pending merge operation fails on the value seen is left out.
func (c *capture) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for key, value := range c.merged() {
			if !yield(key, value) {
				return
			}
		}
	}
}

func (c *capture) merged() map[string]any {
	c.mu.Lock()
	defer c.mu.Unlock()
	state := make(map[string]any)
	for key, value := range c.base.All() {
		state[key] = value
	}
	for old := range c.moved {
		delete(state, old)
	}
	for key, pending := range c.delta {
		value, err := c.read(key, pending)
		if err != nil || value == nil {
			delete(state, key)
			continue
		}
		state[key] = value
	}
	return state
}

// Set records a copy of v; nil unsets the key.
func (c *capture) Set(key string, v any) error {
	_, v, _, err := value.NormalizeEntry(key, v)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sealed != nil {
		return c.sealed
	}
	op, ok := v.(Op)
	if !ok {
		c.delta.Set(key, v)
		return nil
	}
	if err := c.delta.Merge(key, op); err != nil {
		return err
	}
	c.move(op.Old)
	return nil
}

func (c *capture) move(old []string) {
	if c.moved == nil && len(old) > 0 {
		c.moved = make(map[string]bool)
	}
	for _, key := range old {
		c.moved[key] = true
	}
}

// Merge records a merge operation on top of what was written to the key before.
func (c *capture) Merge(key string, op Op) error { return c.Set(key, op) }

// drop ends the writes and forgets them.
func (c *capture) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sealed, c.delta, c.moved = errDiscarded, nil, nil
}

// seal ends the writes, for a reason, and returns them. The delta no longer changes.
func (c *capture) seal(reason error) Delta {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sealed = reason
	return c.delta
}
