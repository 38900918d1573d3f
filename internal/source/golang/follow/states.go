package follow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// StateCall is what a call of a state's Get or Set does with a key; false: it is another call.
func (p *Values) StateCall(call *ast.CallExpr) (op framework.Op, ok bool) {
	fn, sel := p.Index.Function(call), SelectorOf(call)
	if fn == nil || sel == nil || fn.Signature().Recv() == nil || !Suits(call, fn) {
		return op, false
	}
	switch {
	case fn.Name() == "Get" && framework.IsGet(fn.Signature()):
		op = framework.OpGet
	case fn.Name() == "Set" && framework.IsSet(fn.Signature()):
		op = framework.OpSet
	default:
		return op, false
	}
	return op, framework.IsState(p.TypesInfo.TypeOf(sel.X))
}

// IsStateMapExpr reports whether an expression is a framework's own map of state: a
// StateDelta field, or anything of our types.
func (p *Values) IsStateMapExpr(e ast.Expr) bool {
	if framework.IsRuntimeMap(p.TypesInfo.TypeOf(e)) || p.allValues(e) {
		return true
	}
	sel, field := p.FieldSelection(e)
	if field == nil {
		return false
	}
	return p.Sinks.OfField(p.OwnerOf(sel), field).Kind == framework.MapSink
}

// mapSink is what is done with what is written to one of these maps.
func (p *Values) mapSink(e ast.Expr) Sink {
	if sel, field := p.FieldSelection(e); field != nil {
		if t := p.Sinks.OfField(p.OwnerOf(sel), field); t.Kind == framework.MapSink {
			return Sink{Kind: t.Kind, Op: t.Op, Manner: t.Manner}
		}
	}
	return Sink{Kind: framework.MapSink, Op: framework.OpSet, Manner: framework.Manner{Kept: p.allValues(e)}}
}

// holdsState reports whether an expression is a map of state, or goes over all
// keys of a state.
func (p *Values) holdsState(e ast.Expr) bool {
	e = p.Resolved(e)
	if call, ok := e.(*ast.CallExpr); ok {
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		return ok && sel.Sel.Name == "All" && framework.IsState(p.TypesInfo.TypeOf(sel.X))
	}
	return p.IsStateMapExpr(e)
}

// Values follows values through a package: to the text of a string, the read
// that a value comes from, and whether a value is a state.
type Values struct {
	*Package
	getters map[*types.Func]*getterFact // nil: it is none
	alone   *Packages                   // this package
}

// NewValues makes values of an indexed package.
func NewValues(p *Package) *Values {
	v := &Values{
		Package: p, getters: map[*types.Func]*getterFact{},
	}
	v.alone = In(packageSteps, v)
	return v
}

// packageSteps is what following all values of one package may take.
const packageSteps = 100_000

// Follower begins to follow values within the package.
func (p *Values) Follower() *Follower { return p.alone.Follower() }

// makesInput reports whether a literal gives another field a function that makes of this
// field's text what the model reads: then its braces are that function's.
func (p *Tracer) makesInput(lit *ast.CompositeLit, owner types.Object, field *types.Var) bool {
	other := framework.MakesInput(owner, field.Name())
	if other == "" {
		return false
	}
	value := p.FieldValue(lit, other)
	return value != nil && !p.TypesInfo.Types[value].IsNil()
}

// allValues reports whether an expression is the map of all session values that eino
// returns a copy of.
func (p *Values) allValues(e ast.Expr) bool {
	call, ok := p.Resolved(e).(*ast.CallExpr)
	return ok && framework.ReturnsValues(p.Index.Function(call))
}
