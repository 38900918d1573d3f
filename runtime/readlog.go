package runtime

import (
	"fmt"
	"iter"
	"maps"
	"sync"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// updateState is a capture that refuses temp keys.
type updateState struct{ *capture }

func (s *updateState) Set(key string, value any) error {
	if scope, _ := ParseKey(key); scope == ScopeTemp {
		return &ArgumentError{Name: "state key", Problem: fmt.Sprintf("%q is a temp key; those are written in an invocation's contexts", key)}
	}
	return s.capture.Set(key, value)
}

// Merge is Set with an operation.
func (s *updateState) Merge(key string, op Op) error { return s.Set(key, op) }

// readLog is a view that notes what was read of it.
type readLog struct {
	view ReadonlyState

	mu     sync.Mutex
	expect map[string]any
	all    bool
}

func newReadLog(view ReadonlyState) *readLog { return &readLog{view: view, expect: map[string]any{}} }

func (l *readLog) Get(key string) (any, error) {
	v, err := l.view.Get(key)
	damage := value.DamageIn(err)
	if err != nil && damage == nil && !IsMissing(err) {
		return nil, err
	}
	if scope, _ := ParseKey(key); scope != ScopeTemp {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.expect[key] = Clone(v); damage != nil {
			l.expect[key] = damage // in the place of what is there
		}
	}
	return v, err
}

func (l *readLog) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		state := make(map[string]any)
		for key, value := range l.view.All() {
			state[key] = value
		}
		l.note(state)
		for key, value := range state {
			if !yield(key, Clone(value)) {
				return
			}
		}
	}
}

func (l *readLog) note(state map[string]any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = true
	for key, value := range state {
		l.expect[key] = value
	}
}

// none reports whether nothing was read.
func (l *readLog) none() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.expect) == 0 && !l.all
}

// expected returns what the keys that were read must hold; nothing if none was.
// It is a copy: a goroutine that outlives the function may go on reading.
func (l *readLog) expected() store.Expectation {
	if l.none() {
		return store.Expectation{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return store.Expectation{Values: maps.Clone(l.expect), All: l.all}
}
