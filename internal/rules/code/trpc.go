package code

import (
	"go/ast"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// unreached reports a key that is written where all keys stay in the session.
func (p *Checker) unreached(s follow.Sink, t follow.Text, e ast.Expr) {
	if s.Op != framework.OpSet && s.Op != framework.OpCreate && s.Op != framework.OpOutput {
		return
	}
	scope, _ := runtime.ParseKey(t.String())
	at, _ := p.KeyPlace(t, e)
	name := diag.Quote(t.String())
	if !t.Known() {
		name = "the key"
	}
	switch scope {
	case runtime.ScopeSession:
	case runtime.ScopeTemp:
		p.Report(project.TempStored(at, name), e)
	default:
		p.Report(project.ScopeNotReached(at, name, scope), e)
	}
}

// writtenText checks the constant text that bytes hold: JSON, or the value of a string.
func (p *Checker) writtenText(s follow.Sink, t follow.Text, key *schema.Key, at diag.Span, e ast.Expr) {
	anyBytes := s.Manner.Added && key.Type.Kind == schema.Bytes
	if s.Value == nil || anyBytes || !framework.IsStringKind(p.TypesInfo.TypeOf(s.Value)) {
		return
	}
	text, reader := p.Eval(s.Value), reading.New(p.Schema).Key(t.String())
	if !text.Known() || reader == nil {
		return
	}
	plain := key.Encoding == schema.JSONString || key.Type.Kind == schema.String || key.Type.Kind == schema.Enum
	value := typed.Unmarshal([]byte(text.String()), plain)
	switch result := reader.Read(t.String(), map[string]any{t.String(): value}); {
	case value == nil || result.Err == nil:
	case key.Encoding == schema.Plain && key.Type.Kind == schema.Enum && value == text.String():
		p.enumValue(s.Value, key.Type, key)
	default:
		p.Report(project.RefusedValue(at, key), e)
	}
}
