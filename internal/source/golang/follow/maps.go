package follow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// StateMap checks the keys and values of a map that becomes state.
func (p *Tracer) StateMap(s Sink, e ast.Expr) {
	if !p.TypesInfo.Types[e].IsNil() {
		p.stateMaps(s, p.terms(false).Follow(Value{Expr: e, Pkg: p.Values}), e)
	}
}

// stateMaps checks all maps that an expression may be.
func (p *Tracer) stateMaps(s Sink, terms []Value, e ast.Expr) {
	if len(terms) == 0 {
		p.handler.Unknown(s, e)
	}
	for _, term := range terms {
		for _, x := range term.held {
			p.filled(s, x)
		}
		switch e := ast.Unparen(term.Expr).(type) {
		case *ast.CompositeLit:
			for _, elt := range e.Elts {
				if kv, ok := elt.(*ast.KeyValueExpr); ok {
					p.mapEntry(s, mapWrite{kv.Key, kv.Value})
				}
			}
		case *ast.CallExpr:
			p.stateMapCall(s, term, e)
		default:
			p.stateMapVariable(s, term)
		}
	}
}

func (p *Tracer) mapEntry(s Sink, w mapWrite) {
	entry := Sink{Kind: framework.KeySink, Op: s.Op, Manner: s.Manner, Delta: s.Op == framework.OpSet}
	if p.isNew(w.key, entry) {
		p.apply(p.writing(entry, w.value), w.key)
	}
}

// filled checks what is written to a variable that holds state. Our own maps are that by their types.
func (p *Tracer) filled(s Sink, v *types.Var) {
	if framework.IsRuntimeMap(v.Type()) {
		return
	}
	for _, w := range p.Index.writes[v] {
		p.mapEntry(s, w)
	}
	for _, from := range p.Index.copied[v] {
		p.StateMap(s, from)
	}
}

// stateMapVariable follows a parameter or a field. A framework's own map is judged where it is filled.
func (p *Tracer) stateMapVariable(s Sink, term Value) {
	if !term.part && p.IsStateMapExpr(term.Expr) {
		return
	}
	v := p.Index.Variable(term.Expr)
	if v == nil || term.part || !p.Push(v, s) {
		p.handler.Unknown(s, term.Expr)
		return
	}
	p.filled(s, v)
}

// stateMapCall checks what a call returns that is not followed.
func (p *Tracer) stateMapCall(s Sink, term Value, call *ast.CallExpr) {
	fn := p.Index.Function(call)
	id, _ := ast.Unparen(call.Fun).(*ast.Ident)
	switch {
	case id != nil && p.IsBuiltin(id, "make"):
	case fn == nil || term.part || !Suits(call, fn):
		p.handler.Unknown(s, call)
	case fn.FullName() == "maps.Clone":
		p.StateMap(s, call.Args[0])
	case !p.IsGeneratedFunc(fn):
		p.handler.Unknown(s, call)
	}
}
