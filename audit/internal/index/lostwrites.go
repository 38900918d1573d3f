package index

import (
	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/diag"
)

// LostWrites are the findings about writes that no session stores, by the file and the
// offset at which the key of such a write may begin: in Go they end before the bracket
// around it, in Python they are the key.
type LostWrites map[diag.Span]*diag.Diagnostic

// Of is the finding about a write; nil if the write is stored.
func (l LostWrites) Of(f audit.Fact) *diag.Diagnostic {
	return l[diag.Span{File: f.Place.File, Start: f.Place.Start}]
}

// findLost finds the writes that findings are about.
func (x *Index) findLost() {
	x.Lost = LostWrites{}
	for i := range x.Found {
		d := &x.Found[i]
		if d.ID == "direct-state-mutation" {
			x.Lost[diag.Span{File: d.Span.File, Start: d.Span.End + 1}] = d
			x.Lost[diag.Span{File: d.Span.File, Start: d.Span.Start}] = d
		}
	}
	for _, spans := range x.Together {
		d := x.Lost[diag.Span{File: spans[0].File, Start: spans[0].Start}]
		for _, s := range spans {
			x.Lost[diag.Span{File: s.File, Start: s.Start}] = d
		}
	}
}

// findLostValues finds where the values of such writes may begin, which follow the key.
func (x *Index) findLostValues() {
	const mostBetween = 4 // a comma and a space or two
	x.lostValues = map[diag.Span]bool{}
	for _, f := range x.Facts {
		if f.Writes() && x.Lost.Of(f) != nil {
			for between := range mostBetween {
				x.lostValues[diag.Span{File: f.Place.File, Start: f.Place.End + 1 + between}] = true
			}
		}
	}
}

// OfLost reports whether a finding is about the value of a write that no session stores,
// so that no database has it.
func (x *Index) OfLost(d diag.Diagnostic) bool {
	return d.ID == "unserializable-value" && x.lostValues[diag.Span{File: d.Span.File, Start: d.Span.Start}]
}
