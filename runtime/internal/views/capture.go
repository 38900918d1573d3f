package views

import (
	"errors"
	"iter"
	"sync"

	"github.com/seed92179c4c/stategen/runtime/value"
)

// ErrSealed is the error of writes to a capture whose writes have ended.
var ErrSealed = errors.New("the context no longer takes writes")

// Capture is a State that keeps writes to itself: reads see them over an
// underlying view. It is safe for concurrent use if the view is.
type Capture struct {
	base value.ReadonlyState

	mu     sync.Mutex
	delta  value.Delta
	moved  map[string]bool // old names that operations in delta unset
	sealed error           // what ended the writes, or nil
}

// NewCapture returns one that has no writes yet.
func NewCapture(base value.ReadonlyState) *Capture { return &Capture{base: base, delta: value.Delta{}} }

// Get returns a copy of the value under key, own writes included.
func (c *Capture) Get(key string) (any, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	pending, written := c.delta[key]
	switch {
	case !written && c.moved[key]:
		return nil, &value.MissingError{Key: key}
	case !written:
		return c.base.Get(key)
	}
	v, err := c.read(key, pending)
	if err != nil {
		return nil, err
	}
	if v == nil {
		return nil, &value.MissingError{Key: key}
	}
	return v, nil
}

// read returns what a pending write makes of a key; nil if it unsets it.
func (c *Capture) read(key string, pending any) (any, error) {
	op, ok := pending.(value.Op)
	if !ok {
		return value.Clone(pending), nil
	}
	return op.Resolve(key, func(key string) (any, error) { return value.Lookup(c.base, key) })
}

// All yields every key with a copy of its value, own writes included. A key
// whose pending merge operation fails on the value seen is left out.
func (c *Capture) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		for key, v := range c.merged() {
			if !yield(key, v) {
				return
			}
		}
	}
}

func (c *Capture) merged() map[string]any {
	c.mu.Lock()
	defer c.mu.Unlock()
	state := make(map[string]any)
	for key, v := range c.base.All() {
		state[key] = v
	}
	for old := range c.moved {
		delete(state, old)
	}
	for key, pending := range c.delta {
		v, err := c.read(key, pending)
		if err != nil || v == nil {
			delete(state, key)
			continue
		}
		state[key] = v
	}
	return state
}

// Set records a copy of v; nil unsets the key.
func (c *Capture) Set(key string, v any) error {
	_, v, _, err := value.NormalizeEntry(key, v)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sealed != nil {
		return c.sealed
	}
	op, ok := v.(value.Op)
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

func (c *Capture) move(old []string) {
	if c.moved == nil && len(old) > 0 {
		c.moved = make(map[string]bool)
	}
	for _, key := range old {
		c.moved[key] = true
	}
}

// Merge records a merge operation on top of what was written to the key before.
func (c *Capture) Merge(key string, op value.Op) error { return c.Set(key, op) }

// Seal ends the writes, for a reason that is the error of later ones, and returns them. The
// delta no longer changes. It is no method, for a capture that is embedded would have it too.
func Seal(c *Capture, reason error) value.Delta {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sealed = reason
	return c.delta
}

// Drop ends the writes, for a reason, and forgets them.
func Drop(c *Capture, reason error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sealed, c.delta, c.moved = reason, nil, nil
}
