package statelint

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// stateMap checks the keys and values of a map that becomes state.
func (p *Tracer) stateMap(s sink, e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		p.stateMapLiteral(s, e)
	case *ast.Ident, *ast.SelectorExpr:
		p.stateMapVariable(s, e)
	case *ast.CallExpr:
		p.stateMapCall(s, e, 0)
	case *ast.UnaryExpr:
		p.stateMap(s, e.X)
	default:
		p.handler.Unknown(s, e)
	}
}

func (p *Tracer) stateMapLiteral(s sink, lit *ast.CompositeLit) {
	if p.seenMaps[lit] {
		return
	}
	p.seenMaps[lit] = true
	for _, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			p.mapEntry(s, mapWrite{kv.Key, kv.Value})
		}
	}
}

func (p *Tracer) mapEntry(s sink, w mapWrite) {
	p.apply(sink{Kind: framework.KeySink, Op: s.Op, value: w.value, Shape: p.shape(w.value)}, w.key)
}

func (p *Tracer) stateMapVariable(s sink, e ast.Expr) {
	if p.isStateMapExpr(e) || p.TypesInfo.Types[e].IsNil() {
		return // it is judged where it is filled
	}
	v := p.index.variable(e)
	if v == nil || !p.stateMapVar(v, s) {
		p.handler.Unknown(s, e)
	}
}

// stateMapVar checks what is written to a variable that holds state.
func (p *Tracer) stateMapVar(v *types.Var, s sink) bool {
	id := pushed{v, s.id()}
	first := !p.pushed[id]
	if !p.push(v, s) {
		return false
	}
	if first {
		for _, w := range p.index.writes[v] {
			p.mapEntry(s, w)
		}
	}
	return true
}

// stateMapCall follows a call whose n-th result becomes state.
func (p *Tracer) stateMapCall(s sink, call *ast.CallExpr, n int) {
	if tv := p.TypesInfo.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		p.stateMap(s, call.Args[0])
		return
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && p.isBuiltin(id, "make") {
		return
	}
	fn := p.index.function(call)
	switch {
	case fn == nil || !suits(call, fn):
		p.handler.Unknown(s, call)
	case fn.FullName() == "maps.Clone":
		p.stateMap(s, call.Args[0])
	case p.isGeneratedFunc(fn):
	case p.index.bodies[fn] == nil || p.index.bodies[fn].Body == nil:
		if p.observer == nil || !p.observer.ReturnsMap(fn, n) {
			p.handler.Unknown(s, call)
		}
	default:
		for _, ret := range returns(p.index.bodies[fn].Body) {
			if n < len(ret.Results) && len(ret.Results) == fn.Signature().Results().Len() {
				p.stateMap(s, ret.Results[n])
			}
		}
	}
}
