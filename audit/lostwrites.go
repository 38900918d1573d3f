package audit

import "github.com/seed92179c4c/stategen/diag"

// lostWrites are the findings about writes that no session stores, by the file and the
// offset at which the key of such a write may begin: in Go they end before the bracket
// around it, in Python they are the key.
type lostWrites map[diag.Span]*diag.Diagnostic

// of is the finding about a write; nil if the write is stored.
func (l lostWrites) of(f Fact) *diag.Diagnostic {
	return l[diag.Span{File: f.Place.File, Start: f.Place.Start}]
}

// findLost finds the writes that findings are about.
func (x *index) findLost() {
	x.lost = lostWrites{}
	for i := range x.Found {
		d := &x.Found[i]
		if d.ID == "direct-state-mutation" {
			x.lost[diag.Span{File: d.Span.File, Start: d.Span.End + 1}] = d
			x.lost[diag.Span{File: d.Span.File, Start: d.Span.Start}] = d
		}
	}
	for _, spans := range x.Together {
		d := x.lost[diag.Span{File: spans[0].File, Start: spans[0].Start}]
		for _, s := range spans {
			x.lost[diag.Span{File: s.File, Start: s.Start}] = d
		}
	}
}

// findLostValues finds where the values of such writes may begin, which follow the key.
func (x *index) findLostValues() {
	const mostBetween = 4 // a comma and a space or two
	x.lostValues = map[diag.Span]bool{}
	for _, f := range x.Facts {
		if f.writes() && x.lost.of(f) != nil {
			for between := range mostBetween {
				x.lostValues[diag.Span{File: f.Place.File, Start: f.Place.End + 1 + between}] = true
			}
		}
	}
}

// ofLost reports whether a finding is about the value of a write that no session stores,
// so that no database has it.
func (x *index) ofLost(d diag.Diagnostic) bool {
	return d.ID == "unserializable-value" && x.lostValues[diag.Span{File: d.Span.File, Start: d.Span.Start}]
}
