package statelint

import (
	"maps"

	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/check/statelint/internal/units"
)

// foreign adds the findings about texts from outside of the program in instructions, and those
// about deltas.
func (s *survey) foreign(r *Surveyed) {
	r.Texts = s.deltas
	for _, f := range units.FindForeign(s.units) {
		r.Texts = append(r.Texts, finding.ForeignText(f.What, f.At, f.From, f.In))
	}
	for _, d := range r.Texts {
		s.sources.Open(s.sources.Path(d.Span.File))
		for _, rel := range d.Related {
			s.sources.Open(s.sources.Path(rel.Span.File))
		}
	}
	maps.Copy(r.Sources, s.sources.All())
}
