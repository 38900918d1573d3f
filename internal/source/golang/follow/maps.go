package follow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// StateMap checks the keys and values of a map that becomes state.
func (p *Tracer) StateMap(s Sink, e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		p.stateMapLiteral(s, e)
	case *ast.Ident, *ast.SelectorExpr:
		p.stateMapVariable(s, e)
	case *ast.CallExpr:
		p.stateMapCall(s, e, 0)
	case *ast.UnaryExpr:
		p.StateMap(s, e.X)
	default:
		p.handler.Unknown(s, e)
	}
}

func (p *Tracer) stateMapLiteral(s Sink, lit *ast.CompositeLit) {
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

func (p *Tracer) mapEntry(s Sink, w mapWrite) {
	entry := Sink{Kind: framework.KeySink, Op: s.Op, Manner: s.Manner, Delta: s.Op == framework.OpSet}
	p.apply(p.writing(entry, w.value), w.key)
}

func (p *Tracer) stateMapVariable(s Sink, e ast.Expr) {
	if p.IsStateMapExpr(e) || p.TypesInfo.Types[e].IsNil() {
		return // it is judged where it is filled
	}
	v := p.Index.Variable(e)
	if v == nil || !p.stateMapVar(v, s) {
		p.handler.Unknown(s, e)
	}
}

// stateMapVar checks what is written to a variable that holds state.
func (p *Tracer) stateMapVar(v *types.Var, s Sink) bool {
	id := p.pushID(v, s)
	first := !p.pushed[id]
	if !p.Push(v, s) {
		return false
	}
	if first {
		for _, w := range p.Index.writes[v] {
			p.mapEntry(s, w)
		}
		for _, from := range p.Index.copied[v] {
			p.StateMap(s, from)
		}
	}
	return true
}

// stateMapCall follows a call whose n-th result becomes state.
func (p *Tracer) stateMapCall(s Sink, call *ast.CallExpr, n int) {
	if tv := p.TypesInfo.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		p.StateMap(s, call.Args[0])
		return
	}
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && p.IsBuiltin(id, "make") {
		return
	}
	fn := p.Index.Function(call)
	switch {
	case fn == nil || !Suits(call, fn):
		p.handler.Unknown(s, call)
	case fn.FullName() == "maps.Clone":
		p.StateMap(s, call.Args[0])
	case p.IsGeneratedFunc(fn):
	case p.Index.Bodies[fn] != nil && p.Index.Bodies[fn].Body != nil:
		p.stateMapResult(s, fn, n)
	default:
		p.handler.Unknown(s, call)
	}
}

// stateMapResult checks what a function of this package, which may call itself, returns.
func (p *Tracer) stateMapResult(s Sink, fn *types.Func, n int) {
	results := fn.Signature().Results()
	id := p.pushID(results.At(n), s)
	if p.returned[id] {
		return
	}
	p.returned[id] = true
	for _, ret := range Returns(p.Index.Bodies[fn].Body) {
		if n < len(ret.Results) && len(ret.Results) == results.Len() {
			p.StateMap(s, ret.Results[n])
		}
	}
}
