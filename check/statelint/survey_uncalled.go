package statelint

import (
	"slices"

	"github.com/seed92179c4c/stategen/check/statelint/internal/uncalled"
	"github.com/seed92179c4c/stategen/diag"
)

// uncalled says of facts that they are in functions that no program runs.
func (s *survey) uncalled(r *Surveyed) {
	var leftOut []string
	for _, pkg := range r.all {
		leftOut = append(leftOut, pkg.IgnoredFiles...)
	}
	slices.Sort(leftOut)
	byFile := map[string][]uncalled.Func{}
	for _, fn := range s.calls.Find(r.in.offers, slices.Compact(leftOut)) {
		byFile[fn.Span.File] = append(byFile[fn.Span.File], fn)
	}
	at := func(place diag.Span) string {
		for _, fn := range byFile[place.File] {
			if fn.Span.Start <= place.Start && place.Start < fn.Span.End {
				return fn.Name
			}
		}
		return ""
	}
	for i := range r.Facts {
		r.Facts[i].Uncalled = at(r.Facts[i].Place)
	}
	for i := range r.Open {
		r.Open[i].Uncalled = at(r.Open[i].Place)
	}
}
