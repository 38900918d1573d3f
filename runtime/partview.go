package runtime

import (
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// partView is a view of those keys that an update is expected to read. If it reads another
// one, that is loaded together with those before it. So all that it reads is of one moment;
// or else the view has failed, and what the function came to counts for nothing.
type partView struct {
	more func(keys []string) (*snapshot, error) // nil keys: all; a nil function: there are no more

	mu     sync.Mutex
	state  *snapshot
	known  map[string]bool // nil: all keys
	misses int
	failed *ConflictError
}

// maxMisses is how many further keys are loaded one by one before all are.
const maxMisses = 8

func newPartView(state *snapshot, keys []string, more func([]string) (*snapshot, error)) *partView {
	v := &partView{state: state, more: more}
	v.know(keys)
	return v
}

func (v *partView) know(keys []string) {
	if v.known = nil; keys == nil {
		return
	}
	v.known = make(map[string]bool, len(keys))
	for _, key := range keys {
		v.known[key] = true
	}
}

// failure returns why the view has failed, or nil.
func (v *partView) failure() *ConflictError {
	if v == nil {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.failed
}

// Get returns what snapshot.Get does, or the error with which the view has failed.
func (v *partView) Get(key string) (any, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.known != nil && !v.known[key] && scopeOf(key) != ScopeTemp {
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

// All yields what snapshot.All does, or nothing if the view has failed.
func (v *partView) All() iter.Seq2[string, any] {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.known != nil {
		v.load(everything, nil)
	}
	if v.failed != nil {
		return maps.All(map[string]any(nil))
	}
	return v.state.All()
}

// load loads more keys than are known: all, if there are none.
func (v *partView) load(missed string, keys []string) {
	switch {
	case v.failed != nil:
		return
	case v.more == nil:
		v.failed = &ConflictError{Keys: []string{missed}}
		return
	}
	state, err := v.more(keys)
	if err != nil {
		v.failed = &ConflictError{Keys: []string{missed}, Err: err}
		return
	}
	was := store.Expectation{Values: make(map[string]any, len(v.known))}
	for key := range v.known {
		was.Values[key], _ = v.state.value(key)
	}
	if changed := was.Changed(state.some(was)); len(changed) > 0 {
		v.failed = &ConflictError{Keys: changed}
		return
	}
	v.state = state
	v.know(keys)
}

// changed returns the keys that don't hold what was expected.
func (v *partView) changed(x store.Expectation) []string { return x.Changed(v.state.some(x)) }

func scopeOf(key string) Scope {
	scope, _ := ParseKey(key)
	return scope
}
