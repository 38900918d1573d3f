package follow

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// Seed finds the sinks of a file: every place where a framework takes a key, a text
// or a map.
func (p *Tracer) Seed(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			p.seedCall(n)
		case *ast.CompositeLit:
			p.seedComposite(n)
		case *ast.AssignStmt:
			p.seedAssign(n)
		case *ast.IndexExpr:
			p.seedIndex(n)
		case *ast.FuncDecl:
			p.seedToolDelta(n)
		}
		return true
	})
}

func (p *Tracer) seedCall(call *ast.CallExpr) {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && len(call.Args) == 2 && p.IsBuiltin(id, "delete") {
		if p.IsStateMapExpr(call.Args[0]) {
			p.apply(Sink{Kind: framework.KeySink, Op: framework.OpClear}, call.Args[1])
		}
		return
	}
	if to, from := p.Index.copying(call); to != nil {
		p.seedCopy(to, from)
		return
	}
	fn := p.Index.Function(call)
	if fn == nil || !Suits(call, fn) || p.seedState(call) {
		return
	}
	p.seedTaken(call, fn)
	f := new(sinkFact)
	if !p.ImportFact(fn, f) {
		return
	}
	for _, e := range f.Sinks {
		if e.Param > 0 && e.Param <= len(call.Args) && !p.Sinks.TakesParam(fn, e.Param) {
			p.apply(p.importSink(e, call), call.Args[e.Param-1])
		}
	}
}

// seedTaken applies what is known to be done with a function's arguments.
func (p *Tracer) seedTaken(call *ast.CallExpr, fn *types.Func) {
	for _, t := range p.Sinks.OfFunc(fn) {
		s := Sink{Kind: t.Kind, Op: t.Op, Manner: t.Manner}
		if t.Value > 0 && t.Value <= len(call.Args) {
			s = p.writing(s, call.Args[t.Value-1])
		}
		for _, arg := range t.Args(fn, call) {
			p.apply(s, arg)
		}
	}
}

// seedState handles Get and Set of a state.
func (p *Tracer) seedState(call *ast.CallExpr) bool {
	op, ok := p.StateCall(call)
	if !ok {
		return false
	}
	s := Sink{Kind: framework.KeySink, Op: op}
	if op == framework.OpSet {
		s.Value, s.Shape = call.Args[1], p.shape(call.Args[1])
	}
	p.apply(s, call.Args[0])
	if op == framework.OpSet {
		p.handler.StateSet(SelectorOf(call).X, call)
	}
	return true
}

func (p *Tracer) seedComposite(lit *ast.CompositeLit) {
	t := p.TypesInfo.TypeOf(lit)
	if framework.IsRuntimeMap(t) {
		p.StateMap(Sink{Kind: framework.MapSink, Op: framework.OpSet}, lit)
		return
	}
	st := StructOf(t)
	if st == nil {
		return
	}
	owner := framework.TypeName(t)
	for i, elt := range lit.Elts {
		if field, value := FieldOf(p.TypesInfo, st, i, elt); field != nil && !p.makesInput(lit, owner, field) {
			p.seedField(owner, field, value)
		}
	}
}

// seedField applies what is done with a field to a value that it gets.
func (p *Tracer) seedField(owner types.Object, field *types.Var, value ast.Expr) {
	if t := p.Sinks.OfField(owner, field); t.Kind != framework.NoSink {
		p.apply(Sink{Kind: t.Kind, Op: t.Op, Manner: t.Manner}, value)
		return
	}
	f := new(sinkFact)
	if p.ImportFact(field.Origin(), f) {
		for _, e := range f.Sinks {
			p.apply(p.importSink(e, nil), value)
		}
	}
}

// seedCopy sees what is copied into a map of state.
func (p *Tracer) seedCopy(to, from ast.Expr) {
	if p.IsStateMapExpr(to) {
		p.StateMap(p.mapSink(to), from)
	}
}

func (p *Tracer) seedAssign(s *ast.AssignStmt) {
	if len(s.Rhs) == 1 && len(s.Lhs) > 1 && p.IsStateMapExpr(s.Lhs[0]) {
		p.StateMap(p.mapSink(s.Lhs[0]), s.Rhs[0])
	}
	if len(s.Lhs) != len(s.Rhs) || s.Tok != token.ASSIGN && s.Tok != token.DEFINE {
		return
	}
	for i, lhs := range s.Lhs {
		if sel, field := p.FieldSelection(lhs); field != nil {
			p.seedField(p.OwnerOf(sel), field, s.Rhs[i])
		}
		p.seedAlias(lhs, s.Rhs[i])
	}
}

// seedAlias sees a variable that is given a map of state: what is written to
// the variable is written to the state.
func (p *Tracer) seedAlias(lhs, rhs ast.Expr) {
	v := p.Index.Variable(lhs)
	if v == nil || v.IsField() || !framework.IsStateMap(v.Type()) {
		return
	}
	if _, field := p.FieldSelection(rhs); field != nil && p.IsStateMapExpr(rhs) {
		p.filled(p.mapSink(rhs), v)
	}
}

// seedIndex handles m[key] where m is a map of state.
func (p *Tracer) seedIndex(e *ast.IndexExpr) {
	if p.IsStateMapExpr(e.X) {
		s := p.mapSink(e.X)
		s.Kind = framework.KeySink
		if value, ok := p.Index.Assigned[e]; ok {
			s = p.writing(s, value)
		} else {
			s.Op = framework.OpGet
		}
		p.apply(s, e.Index)
	}
}
