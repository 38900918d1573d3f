package code

import (
	"go/token"

	"github.com/seed92179c4c/stategen/internal/fix"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
)

// Checker checks a package with all rules on Go source.
type Checker struct {
	*follow.Tracer
	*report.Recorder
	Check     *project.Checker // of the schema
	accessors *accessors.Finder
	rewriter  *fix.Rewriter
	sessions  sessions
	guards    *guards
	seen      map[token.Pos]bool // states that calls hand on
}

// New makes a checker that keeps what it finds in a recorder.
func New(v *follow.Values, r *report.Recorder, c *project.Checker, a *accessors.Finder, w *fix.Rewriter) *Checker {
	p := &Checker{Recorder: r, Check: c, accessors: a, rewriter: w, sessions: sessions{v}, guards: newGuards(v), seen: map[token.Pos]bool{}}
	p.Tracer = follow.NewTracer(v, p)
	return p
}
