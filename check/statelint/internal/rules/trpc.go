package rules

import (
	"go/ast"
	"slices"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/check/statelint/internal/report"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// unreached reports a key that is written where all keys stay in the session.
func (p *Checker) unreached(s flow.Sink, t flow.Text, e ast.Expr) {
	if s.Op != framework.OpSet && s.Op != framework.OpCreate && s.Op != framework.OpOutput {
		return
	}
	scope, _ := runtime.ParseKey(t.String())
	at, _ := p.KeyPlace(t, e)
	name := diag.Quote(t.String())
	if !t.Known() {
		name = "the key"
	}
	var d diag.Diagnostic
	switch scope {
	case runtime.ScopeSession:
		return
	case runtime.ScopeTemp:
		d = report.Finding(check.UnreachedScope, at, "tRPC-Agent-Go stores %s with the session: later runs see it", name)
		d.Hint = "set it by SetState on the session of the run, which stores nothing"
		d.Severity = diag.Warning
	default:
		d = report.Finding(check.UnreachedScope, at, "%s stays in this session: the %s's other sessions never see it", name, scope)
		d.Hint = "write it with Update" + map[runtime.Scope]string{runtime.ScopeUser: "User", runtime.ScopeApp: "App"}[scope] +
			"State of the session service"
	}
	p.Report(d, e)
}

// jsonTells reports whether the JSON of a value says enough of its type: what is a
// string may be the text of anything, and a struct any object.
func jsonTells(s framework.Shape) bool {
	return slices.Contains([]framework.ShapeKind{
		framework.ShapeBool, framework.ShapeInt, framework.ShapeInteger, framework.ShapeFloat64, framework.ShapeFloat32, framework.ShapeBad,
	}, s.Kind)
}
