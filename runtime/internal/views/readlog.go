package views

import (
	"iter"
	"maps"
	"sync"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// ReadLog is a view that notes what was read of it.
type ReadLog struct {
	view value.ReadonlyState

	mu     sync.Mutex
	expect map[string]any
	all    bool
}

// NewReadLog returns one of a view.
func NewReadLog(view value.ReadonlyState) *ReadLog {
	return &ReadLog{view: view, expect: map[string]any{}}
}

func (l *ReadLog) Get(key string) (any, error) {
	v, err := l.view.Get(key)
	damage := value.DamageIn(err)
	if err != nil && damage == nil && !value.IsMissing(err) {
		return nil, err
	}
	if scope, _ := value.ParseKey(key); scope != value.ScopeTemp {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.expect[key] = value.Clone(v); damage != nil {
			l.expect[key] = damage // in the place of what is there
		}
	}
	return v, err
}

func (l *ReadLog) All() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		state := make(map[string]any)
		for key, v := range l.view.All() {
			state[key] = v
		}
		l.note(state)
		for key, v := range state {
			if !yield(key, value.Clone(v)) {
				return
			}
		}
	}
}

func (l *ReadLog) note(state map[string]any) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = true
	maps.Copy(l.expect, state)
}

// None reports whether nothing was read.
func (l *ReadLog) None() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.expect) == 0 && !l.all
}

// Expected returns what the keys that were read must hold; nothing if none was.
// It is a copy: a goroutine that outlives the function may go on reading.
func (l *ReadLog) Expected() store.Expectation {
	if l.None() {
		return store.Expectation{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return store.Expectation{Values: maps.Clone(l.expect), All: l.all}
}
