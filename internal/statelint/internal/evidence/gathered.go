package evidence

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/report"
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
		id := fmt.Sprint(e.answers, e.Use, e.Types, e.Decoded, e.Presence, e.Floats, e.Builder, e.About, e.Passed)
		if !s.seen[id] {
			s.seen[id] = true
			s.list = append(s.list, e)
		}
	}
}

// All is all evidence.
func (s *Gathered) All() []Evidence { return s.list }

// Settle decides what became of keys whose unknown part other packages may
// fill. Those that none fills are returned: they stay unknown.
func (s *Gathered) Settle() []report.NotChecked {
	answered := map[string]bool{}
	for _, e := range s.list {
		answered[e.answers] = true
	}
	var open []report.NotChecked
	kept := s.list[:0]
	for _, e := range s.list {
		if e.answers != "" {
			continue
		}
		if e.awaits != "" {
			e.Passed = answered[e.awaits]
		}
		if e.Key != flow.HoleMark {
			kept = append(kept, e)
			continue
		}
		if !e.Passed && !e.About {
			open = append(open, report.NotChecked{Span: e.Span, Reason: "this state key is known only when the program runs"})
		}
	}
	s.list = kept
	return open
}
