package code

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// begunWith checks a key that a session is created with.
func (p *Checker) begunWith(s follow.Sink, t follow.Text, key *schema.Key, e ast.Expr) {
	if key.Scope != runtime.ScopeTemp || s.Manner.Local || s.Manner.Kept {
		p.writtenValue(s, t, key, e)
		return
	}
	at, _ := p.KeyPlace(t, e)
	p.Report(project.TempGiven(at, key), e)
}
