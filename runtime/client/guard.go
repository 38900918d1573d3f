package client

import (
	"maps"
	"reflect"

	"github.com/seed92179c4c/stategen/runtime"
)

// CheckDelta returns what a client may write of a state delta that it sent, in the form in
// which states store it, or a *RefusedError that names every key that it may not set, or not
// to that. What a client sends back as it is now, though it may not set it, is left out: that is
// no write. A merged key can't be replaced here. Fields of objects that clients don't see stay.
//
// Now is the state that the delta is for; nil: not known. Values are those that JSON has.
func (c *Contract) CheckDelta(delta map[string]any, now runtime.ReadonlyState) (map[string]any, error) {
	return c.check(delta, now, func(key string, r *rule, v any) (any, bool, string) {
		switch {
		case now != nil && r.isEcho(now, key, v):
			return nil, false, ""
		case !r.canWrite():
			return nil, false, notWritable
		default:
			return nil, false, onlyMerged
		}
	})
}

// CheckCreate is CheckDelta for the state that a client begins a session with: a
// merged key of the session begins with the client's value.
func (c *Contract) CheckCreate(state map[string]any) (map[string]any, error) {
	return c.check(state, nil, func(key string, r *rule, v any) (any, bool, string) {
		if !r.canWrite() {
			return nil, false, notWritable
		}
		if scope, _ := runtime.ParseKey(key); scope != runtime.ScopeSession || v == nil {
			return nil, false, onlyMerged
		}
		operand, err := r.parsed(v)
		if err != nil {
			return nil, false, err.Error()
		}
		begun := *r.merge
		begun.Base = nil
		first, err := begun.With(operand).Resolve(key, func(string) (any, error) { return nil, nil })
		if err != nil {
			return nil, false, err.Error()
		}
		return first, true, ""
	})
}

// check checks what a client wrote. Special decides about a key that it may not simply
// set, which r may be nil for: what to write, if anything, or what is wrong.
func (c *Contract) check(
	sent map[string]any, now runtime.ReadonlyState, special func(key string, r *rule, v any) (stored any, write bool, problem string),
) (map[string]any, error) {
	refused := new(RefusedError)
	written := make(map[string]any, len(sent))
	for key, v := range sent {
		r := c.find(key)
		if r.canWrite() && r.merge == nil {
			if stored, ok := r.take(key, v, now, refused); ok {
				written[key] = stored
				maps.Copy(written, r.cleared(key))
			}
			continue
		}
		switch stored, write, problem := special(key, r, v); {
		case problem != "":
			refused.add(key, shortened(problem))
		case write:
			written[key] = stored
		}
	}
	return written, refused.orNil()
}

// canWrite reports whether clients may set a key. A nil rule is that of a key that they
// don't see.
func (r *rule) canWrite() bool { return r != nil && r.write }

// take returns what a client's value is stored as, with what now has beside it.
func (r *rule) take(key string, v any, now runtime.ReadonlyState, refused *RefusedError) (stored any, ok bool) {
	if v == nil {
		if r.required() {
			refused.add(key, notUnset)
		}
		return nil, !r.required()
	}
	stored, err := r.parsed(v)
	var before current
	if err == nil && r.open && now != nil {
		before, err = r.read(now, key)
	}
	if err == nil {
		stored, err = r.toStore(stored, before)
	}
	if err != nil {
		refused.addError(key, err)
	}
	return stored, err == nil
}

// cleared are the other names of a key, which a write unsets.
func (r *rule) cleared(key string) map[string]any {
	if r.family == nil && r.moves == nil {
		return nil
	}
	unset := map[string]any{}
	for _, name := range r.movesOf(key).Names {
		if name != "" {
			unset[name] = nil
		}
	}
	return unset
}

// isEcho reports whether a client sent back what it sees.
func (r *rule) isEcho(state runtime.ReadonlyState, key string, v any) bool {
	if r == nil {
		return false
	}
	now, err := r.read(state, key)
	if err != nil {
		return false
	}
	return reflect.DeepEqual(r.normal(v), now.shown)
}

// normal returns a value that a client sent in the one way to write it; or as it is if it isn't one.
func (r *rule) normal(v any) any {
	if v == nil {
		return nil
	}
	if same, err := r.same(v); err == nil {
		return same
	}
	return v
}
