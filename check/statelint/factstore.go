package statelint

import (
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// factStore keeps facts by what they are about, an object or a package. It is
// safe for concurrent use.
type factStore struct {
	mu    sync.Mutex
	facts map[factKey]analysis.Fact
}

type factKey struct {
	about any
	kind  reflect.Type
}

func newFactStore() *factStore { return &factStore{facts: map[factKey]analysis.Fact{}} }

func (s *factStore) put(about any, f analysis.Fact) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.facts[factKey{about, reflect.TypeOf(f)}] = f
}

func (s *factStore) get(about any, f analysis.Fact) bool {
	s.mu.Lock()
	known, ok := s.facts[factKey{about, reflect.TypeOf(f)}]
	s.mu.Unlock()
	if ok {
		reflect.ValueOf(f).Elem().Set(reflect.ValueOf(known).Elem())
	}
	return ok
}
