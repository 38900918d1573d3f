package rules

import (
	"go/token"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/accessors"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/report"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/rewrite"
)

// Checker checks a package with all rules on Go source.
type Checker struct {
	*flow.Tracer
	*report.Recorder
	accessors *accessors.Finder
	rewriter  *rewrite.Rewriter
	sessions  sessions
	guards    *guards
	seen      map[token.Pos]bool // states that calls hand on
}

// New makes a checker that keeps what it finds in a recorder.
func New(v *flow.Values, r *report.Recorder, a *accessors.Finder, w *rewrite.Rewriter) *Checker {
	p := &Checker{Recorder: r, accessors: a, rewriter: w, sessions: sessions{v}, guards: newGuards(v), seen: map[token.Pos]bool{}}
	p.Tracer = flow.NewTracer(v, p)
	return p
}
