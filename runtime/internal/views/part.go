// Package views shows states of a session, and what is written on top of them.
package views

import (
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Part is a view of those keys that an update is expected to read. If it reads another
// one, that is loaded together with those before it. So all that it reads is of one moment;
// or else the view has failed, and what the function came to counts for nothing.
type Part struct {
	more func(keys []string) (*Snapshot, error) // nil keys: all; a nil function: there are no more

	mu     sync.Mutex
	state  *Snapshot
	known  map[string]bool // nil: all keys
	misses int
	failed *store.ConflictError
}

// Everything is the key by which a conflict names all keys.
const Everything = ""

// maxMisses is how many further keys are loaded one by one before all are.
const maxMisses = 8

// NewPart returns a view of keys, all if they are nil, and what loads more than these.
func NewPart(state *Snapshot, keys []string, more func([]string) (*Snapshot, error)) *Part {
	v := &Part{state: state, more: more}
	v.know(keys)
	return v
}

func (v *Part) know(keys []string) {
	if v.known = nil; keys == nil {
		return
	}
	v.known = make(map[string]bool, len(keys))
	for _, key := range keys {
		v.known[key] = true
	}
}

// Failure returns why the view has failed, or nil.
func (v *Part) Failure() *store.ConflictError {
	if v == nil {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.failed
}

// Get returns what Snapshot.Get does, or the error with which the view has failed.
func (v *Part) Get(key string) (any, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	scope, _ := value.ParseKey(key)
	if v.known != nil && !v.known[key] && scope != value.ScopeTemp {
		if v.misses++; v.misses > maxMisses {
			v.load(key, nil)
		} else {
			v.load(key, append(slices.Collect(maps.Keys(v.known)), key))
		}
	}
	if v.failed != nil {
		return nil, v.failed
	}
	return v.state.Get(key)
}

// All yields what Snapshot.All does, or nothing if the view has failed.
func (v *Part) All() iter.Seq2[string, any] {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.known != nil {
		v.load(Everything, nil)
	}
	if v.failed != nil {
		return maps.All(map[string]any(nil))
	}
	return v.state.All()
}

// load loads more keys than are known: all, if there are none.
func (v *Part) load(missed string, keys []string) {
	switch {
	case v.failed != nil:
		return
	case v.more == nil:
		v.failed = &store.ConflictError{Keys: []string{missed}}
		return
	}
	state, err := v.more(keys)
	if err != nil {
		v.failed = &store.ConflictError{Keys: []string{missed}, Err: err}
		return
	}
	was := store.Expectation{Values: make(map[string]any, len(v.known))}
	for key := range v.known {
		was.Values[key], _ = v.state.Value(key)
	}
	if changed := was.Changed(state.some(was)); len(changed) > 0 {
		v.failed = &store.ConflictError{Keys: changed}
		return
	}
	v.state = state
	v.know(keys)
}

// Changed returns the keys that don't hold what was expected.
func (v *Part) Changed(x store.Expectation) []string { return x.Changed(v.state.some(x)) }
