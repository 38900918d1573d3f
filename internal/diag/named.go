package diag

import "slices"

// Named returns findings with other names of their files, and the sources by these:
// a service may know files by another path than the user.
func Named(list List, sources Sources, name func(file string) string) (List, Sources) {
	span := func(s Span) Span {
		if !s.IsZero() {
			s.File = name(s.File)
		}
		return s
	}
	list = slices.Clone(list)
	for i := range list {
		list[i] = list[i].WithSpans(span)
	}
	named := make(Sources, len(sources))
	for file, source := range sources {
		named[name(file)] = source
	}
	return list, named
}

// WithSpans is a copy with other spans.
func (d Diagnostic) WithSpans(span func(Span) Span) Diagnostic {
	d.Span = span(d.Span)
	d.Related, d.Fixes = slices.Clone(d.Related), slices.Clone(d.Fixes)
	for i := range d.Related {
		d.Related[i].Span = span(d.Related[i].Span)
	}
	for i := range d.Fixes {
		edits := slices.Clone(d.Fixes[i].Edits)
		for j := range edits {
			edits[j].Span = span(edits[j].Span)
		}
		d.Fixes[i].Edits = edits
	}
	return d
}
