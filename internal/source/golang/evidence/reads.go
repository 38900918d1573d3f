package evidence

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// reads notes what a file says about the values that it reads from a state.
func (c *Collector) reads(f *ast.File) {
	r := &reader{Collector: c, file: f}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if rd, ok := c.ReadCall(n); ok {
				r.read(rd, n)
			}
		case *ast.IndexExpr:
			if _, written := c.Index.Assigned[n]; !written && c.IsStateMapExpr(n.X) && !c.OwnKey(n.Index) {
				r.read(follow.Read{Key: c.Eval(n.Index), Expr: n.Index, Pos: n.Pos()}, n)
			}
		}
		return true
	})
}

func (r *reader) read(rd follow.Read, e ast.Expr) {
	if r.surroundings == nil {
		r.surroundings = newSurroundings(r.Collector.Values, r.file)
	}
	r.notes++
	n := &note{id: r.notes}
	value, status := r.results(e)
	if value == nil {
		r.valueUse(n, e)
	}
	for _, id := range r.usesOf(value, e) {
		r.valueUse(n, id)
	}
	if len(n.types)+len(n.decoded) == 0 {
		n.types = n.compared
	}
	r.missingKey(n, value, e, status)
	r.fallbackOf(n, value, e)
	r.Key(follow.Sink{Kind: framework.KeySink, Op: framework.OpAssert, Quiet: true, Note: n}, rd.Key, rd.Expr)
}

// valueUse looks at one use of the value that was read.
func (r *reader) valueUse(n *note, x ast.Expr) {
	p, _ := r.parent(x)
	switch p := p.(type) {
	case *ast.TypeAssertExpr:
		if p.Type == nil {
			r.switchUse(n, p)
			return
		}
		if _, ok := r.results(p); ok != nil {
			n.tolerate()
		}
		r.typedUse(n, p, r.TypesInfo.TypeOf(p.Type))
	case *ast.CallExpr:
		r.argumentUse(n, p)
	case *ast.BinaryExpr:
		r.comparedUse(n, p.X, p.Y)
	case *ast.SwitchStmt:
		for _, s := range p.Body.List {
			r.comparedUse(n, s.(*ast.CaseClause).List...)
		}
	}
}

// comparedUse takes the types of what the value is compared with.
func (r *reader) comparedUse(n *note, others ...ast.Expr) {
	for _, e := range others {
		tv := r.TypesInfo.Types[e]
		if tv.Type != nil && !tv.IsNil() && !types.IsInterface(tv.Type) {
			n.compared = append(n.compared, types.Default(tv.Type))
		}
	}
}

// switchUse looks at the cases of a type switch.
func (r *reader) switchUse(n *note, x *ast.TypeAssertExpr) {
	stmt, ok := r.parents[r.parents[x]].(*ast.TypeSwitchStmt)
	if !ok {
		return
	}
	for _, s := range stmt.Body.List {
		clause := s.(*ast.CaseClause)
		v, ok := r.TypesInfo.Implicits[clause].(*types.Var)
		for _, typ := range clause.List {
			switch t := r.TypesInfo.TypeOf(typ); {
			case t == nil || r.isNil(typ):
			case ok && framework.IsInteger(v.Type()) && r.onlyConverted(v, framework.IsFloat):
				n.add(types.Typ[types.Float64]) // whole numbers are as good as others
			default:
				n.add(t)
			}
		}
		if !ok {
			continue
		}
		for _, id := range r.uses[v] {
			r.convertedUse(n, id, v.Type())
			r.goesTo(n, id)
		}
	}
}

// typedUse looks at what becomes of x, the value as a type.
func (r *reader) typedUse(n *note, x ast.Expr, t types.Type) {
	n.add(t)
	r.convertedUse(n, x, t)
	value, _ := r.results(x)
	if value == nil {
		r.goesTo(n, x)
		return
	}
	r.fallbackOf(n, value, x)
	for _, id := range r.usesOf(value, x) {
		r.convertedUse(n, id, t)
		r.goesTo(n, id)
	}
}

// convertedUse sees int(f), and text that is decoded as JSON.
func (r *reader) convertedUse(n *note, x ast.Expr, t types.Type) {
	p, _ := r.parent(x)
	call, ok := p.(*ast.CallExpr)
	if !ok {
		return
	}
	switch tv := r.TypesInfo.Types[call.Fun]; {
	case !tv.IsType():
	case framework.IsFloat(t) && framework.IsInteger(tv.Type):
		n.add(tv.Type)
	case framework.IsStringKind(t) && framework.IsBytes(tv.Type):
		r.decodedBytes(n, call)
	}
}

// argumentUse sees a value that is handed through JSON into a type.
func (r *reader) argumentUse(n *note, call *ast.CallExpr) {
	if fn := r.Index.Function(call); fn == nil || fn.FullName() != "encoding/json.Marshal" {
		return
	}
	b, _ := r.results(call)
	for _, id := range r.usesOf(b, call) {
		for _, t := range r.unmarshalled(id) {
			n.add(t)
		}
	}
}

// onlyConverted reports whether a variable is only ever used as the argument
// of a conversion to a type that suits.
func (r *reader) onlyConverted(v *types.Var, suits func(types.Type) bool) bool {
	for _, id := range r.uses[v] {
		p, _ := r.parent(id)
		call, ok := p.(*ast.CallExpr)
		if !ok {
			return false
		}
		if tv := r.TypesInfo.Types[call.Fun]; !tv.IsType() || !suits(tv.Type) {
			return false
		}
	}
	return len(r.uses[v]) > 0
}
