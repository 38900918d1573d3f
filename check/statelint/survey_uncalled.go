package statelint

import (
	"bytes"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/check/statelint/internal/uncalled"
	"github.com/seed92179c4c/stategen/diag"
)

// uncalled says of facts that they are in functions that no program runs. The other files are
// only read if there are such facts.
func (s *survey) uncalled(r *Surveyed, others []string) {
	var leftOut []string
	for _, pkg := range r.all {
		leftOut = append(leftOut, pkg.IgnoredFiles...)
	}
	slices.Sort(leftOut)
	leftOut = slices.Compact(leftOut)
	s.calls.LeftOut(leftOut)
	if r.mark(s.calls.Find(r.in.offers)) && len(others) > 0 {
		s.calls.LeftOut(s.importing(r, others))
		r.mark(s.calls.Find(r.in.offers))
	}
}

// importing leaves the files that name one of the modules that were read.
func (s *survey) importing(r *Surveyed, files []string) (list []string) {
	read := map[string]bool{}
	for _, pkg := range r.all {
		for _, name := range pkg.GoFiles {
			read[name] = true
		}
	}
	for _, name := range files {
		path, err := filepath.Abs(name)
		if err != nil || read[path] {
			continue
		}
		source := s.sources.Open(path)
		if source != nil && slices.ContainsFunc(r.Modules, func(m Module) bool { return bytes.Contains(source.Text, []byte(`"`+m.Path)) }) {
			list = append(list, path)
		}
	}
	return list
}

// mark notes the functions that facts are in, of those that no program runs, and reports whether
// there are such facts.
func (r *Surveyed) mark(idle []uncalled.Func) (found bool) {
	byFile := map[string][]uncalled.Func{}
	for _, fn := range idle {
		byFile[fn.Span.File] = append(byFile[fn.Span.File], fn)
	}
	at := func(place diag.Span) string {
		for _, fn := range byFile[place.File] {
			if fn.Span.Start <= place.Start && place.Start < fn.Span.End {
				found = true
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
	return found
}
