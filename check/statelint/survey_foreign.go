package statelint

import (
	"maps"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check/statelint/internal/units"
)

// foreign adds the findings about texts from outside of the program in instructions.
func (s *survey) foreign(r *Surveyed) {
	for _, f := range units.FindForeign(s.units) {
		d := audit.ForeignText(f.What, f.At, f.From, f.In)
		s.sources.Open(s.sources.Path(d.Span.File))
		for _, rel := range d.Related {
			s.sources.Open(s.sources.Path(rel.Span.File))
		}
		r.Texts = append(r.Texts, d)
	}
	maps.Copy(r.Sources, s.sources.All())
}
