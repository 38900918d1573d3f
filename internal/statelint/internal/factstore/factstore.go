// Package factstore keeps the facts that the passes of one run leave for each
// other, and makes those of a package fit to outlive the run.
package factstore

import (
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// Store keeps facts by what they are about, an object or a package. It is
// safe for concurrent use.
type Store struct {
	mu    sync.Mutex
	facts map[key]analysis.Fact
}

type key struct {
	about any
	kind  reflect.Type
}

// New returns an empty store.
func New() *Store { return &Store{facts: map[key]analysis.Fact{}} }

// Put keeps a fact about an object or a package.
func (s *Store) Put(about any, f analysis.Fact) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.facts[key{about, reflect.TypeOf(f)}] = f
}

// Get fills in a fact by what is known; false if nothing is.
func (s *Store) Get(about any, f analysis.Fact) bool {
	s.mu.Lock()
	known, ok := s.facts[key{about, reflect.TypeOf(f)}]
	s.mu.Unlock()
	if ok {
		reflect.ValueOf(f).Elem().Set(reflect.ValueOf(known).Elem())
	}
	return ok
}
