package client

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// View returns what clients see of a state: a JSON object whose keys are sorted. A value that
// doesn't fit the schema is left out; the error joins those of all.
func (c *Contract) View(state runtime.ReadonlyState) (json.RawMessage, error) {
	values, err := c.Values(state)
	text, encodeErr := runtime.EncodeValue(values)
	return text, errors.Join(err, encodeErr)
}

// Values is View as a map of values in client form, which shares nothing with the state.
func (c *Contract) Values(state runtime.ReadonlyState) (map[string]any, error) {
	if c == nil {
		return map[string]any{}, nil
	}
	values := make(map[string]any, len(c.rules))
	var errs typed.Errors
	add := func(r *rule, key string) {
		switch now, err := r.read(state, key); {
		case err != nil:
			errs.Add(err)
		case now.shown != nil:
			values[key] = now.shown
		default:
			errs.Add(now.unfit)
		}
	}
	for _, r := range c.rules {
		if r.family == nil {
			add(r, r.name)
		}
	}
	for key, r := range c.members(state) {
		add(r, key)
	}
	return values, errs.Join()
}

// members returns the keys of families that a state has.
func (c *Contract) members(state runtime.ReadonlyState) map[string]*rule {
	if len(c.families) == 0 {
		return nil
	}
	found := map[string]*rule{}
	for name := range state.All() {
		if key, r := c.findStored(name); r != nil && r.family != nil {
			found[key] = r
		}
	}
	return found
}

// ViewDelta returns what clients see of an event's state delta: the keys that they see,
// with values in client form, and nil for those that it unsets. A merge operation is left out:
// resolve it before.
func (c *Contract) ViewDelta(delta map[string]any) map[string]any {
	seen := map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(delta)) {
		v := delta[name]
		key, r := c.findStored(name)
		switch {
		case r == nil || v == nil && name != key: // a write of today's name unsets the others
		case v == nil:
			seen[key] = nil
		default:
			now, err := r.read(runtime.MapState{name: v}, key)
			if err == nil && now.shown != nil && now.set {
				seen[key] = now.shown
			}
		}
	}
	return seen
}

// current is what a state has under a key.
type current struct {
	stored any   // as it is stored; nil: not set
	set    bool  // whether it is set, with a value that can be read
	shown  any   // what clients see, the default included; nil: nothing
	unfit  error // why clients don't see what is stored
}

// read returns what a state has under a key. An error is the state's.
func (r *rule) read(state runtime.ReadonlyState, key string) (current, error) {
	if moves := r.movesOf(key); moves != nil {
		state = moves.From(state)
	}
	v, err := state.Get(key)
	switch {
	case err != nil && isUnfit(err):
		return current{unfit: typed.At(key, err)}, nil
	case err != nil && !runtime.IsMissing(err):
		return current{}, err
	case err != nil || v == nil:
		return current{shown: runtime.Clone(r.fallback)}, nil
	}
	shown, err := r.shown(v)
	if err != nil || shown == nil {
		return current{unfit: typed.At(key, err)}, nil
	}
	return current{stored: v, set: true, shown: shown}, nil
}

// isUnfit reports whether an error is about what is stored, and not about reading it.
func isUnfit(err error) bool {
	var mismatch *typed.Error
	var bad *runtime.ValueError
	var damage *runtime.DamagedError
	return errors.As(err, &mismatch) || errors.As(err, &bad) || errors.As(err, &damage)
}
