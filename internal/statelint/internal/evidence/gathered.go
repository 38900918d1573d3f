package evidence

import (
	"fmt"
	"strings"
)

// Gathered is the evidence of several packages, each once.
type Gathered struct {
	list []Evidence
	seen map[string]bool
}

// NewGathered begins with none.
func NewGathered() *Gathered { return &Gathered{seen: map[string]bool{}} }

// Add leaves out what was seen before: the files of a package are read again
// as part of its tests.
func (s *Gathered) Add(list []Evidence) {
	for _, e := range list {
		e.Package = strings.TrimSuffix(e.Package, "_test")
		id := fmt.Sprint(e.Use, e.Types, e.Decoded, e.Presence, e.Floats, e.Builder, e.About, e.Passed)
		if !s.seen[id] {
			s.seen[id] = true
			s.list = append(s.list, e)
		}
	}
}

// All is all evidence.
func (s *Gathered) All() []Evidence { return s.list }
