package goload

import (
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// Facts are what the passes of one run leave for each other, by what it is about: an object or
// a package. They are safe for concurrent use.
type Facts struct {
	mu    sync.Mutex
	facts map[aboutKind]analysis.Fact
	by    map[*types.Package]bool // whose pass left any
}

type aboutKind struct {
	about any
	kind  reflect.Type
}

// NewFacts returns no facts.
func NewFacts() *Facts {
	return &Facts{facts: map[aboutKind]analysis.Fact{}, by: map[*types.Package]bool{}}
}

// Share lets a pass use the facts of others, and others its own.
func (s *Facts) Share(ap *analysis.Pass) {
	ap.ImportObjectFact = func(obj types.Object, f analysis.Fact) bool { return s.get(obj, f) }
	ap.ExportObjectFact = func(obj types.Object, f analysis.Fact) { s.put(ap.Pkg, obj, f) }
	ap.ImportPackageFact = func(pkg *types.Package, f analysis.Fact) bool { return s.get(pkg, f) }
	ap.ExportPackageFact = func(f analysis.Fact) { s.put(ap.Pkg, ap.Pkg, f) }
}

func (s *Facts) put(by *types.Package, about any, f analysis.Fact) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.by[by] = true
	s.facts[aboutKind{about, reflect.TypeOf(f)}] = f
}

// get fills in a fact by what is known; false if nothing is.
func (s *Facts) get(about any, f analysis.Fact) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	known, ok := s.facts[aboutKind{about, reflect.TypeOf(f)}]
	if ok {
		reflect.ValueOf(f).Elem().Set(reflect.ValueOf(known).Elem())
	}
	return ok
}

// Has reports whether the pass of a package left any.
func (s *Facts) Has(pkg *types.Package) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.by[pkg]
}
