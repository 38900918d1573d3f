package follow

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// Read is a value that comes out of a state: the text of its key, and the
// expression that gives it.
type Read struct {
	Key  Text
	Expr ast.Expr
	Pos  token.Pos // tells reads apart
	framework.Manner
}

// readOf returns the one read that an expression has its value from; a constant may replace that.
func (p *Values) readOf(e ast.Expr) (found Read, ok bool) {
	for _, term := range p.held(e) {
		r, isRead := Read{}, false
		switch e := term.(type) {
		case *ast.CallExpr:
			r, isRead = p.ReadCall(e)
		case *ast.IndexExpr:
			isRead = p.IsStateMapExpr(e.X) && !p.OwnKey(e.Index)
			r = Read{Key: p.Eval(e.Index), Expr: e.Index, Pos: e.Pos(), Manner: p.mapSink(e.X).Manner}
		}
		switch {
		case isRead && ok:
			return Read{}, false
		case isRead:
			found, ok = r, true
		}
	}
	return found, ok
}

// Reaching lists the assignments to a variable that may hold at a place: the last one before it in
// a block around it, and those behind that in other blocks. What is assigned does not hold within itself.
func (p *Values) Reaching(v *types.Var, at token.Pos) (list []Def) {
	first := token.NoPos
	for _, d := range p.Index.Defs[v] {
		scope := p.Pkg.Scope().Innermost(d.Pos)
		replaces := d.Kind != OtherDef && d.Kind != AppendDef && scope != nil && scope.Contains(at)
		if d.isBefore(at) && replaces {
			first = max(first, d.Pos)
		}
	}
	for _, d := range p.Index.Defs[v] {
		if first <= d.Pos && d.isBefore(at) {
			list = append(list, d)
		}
	}
	return list
}

// isBefore reports whether a value is assigned before a place, and not by what that is a part of.
func (d Def) isBefore(at token.Pos) bool {
	return d.Pos < at && (at < d.Expr.Pos() || d.Expr.End() <= at)
}

// ReadCall is a call of a state's Get, or of a function that returns what a
// Get returned.
func (p *Values) ReadCall(call *ast.CallExpr) (Read, bool) {
	fn := p.Index.Function(call)
	if fn == nil {
		return Read{}, false
	}
	if op, ok := p.StateCall(call); ok && op == framework.OpGet {
		r := Read{Key: p.Eval(call.Args[0]), Expr: call.Args[0], Pos: call.Pos()}
		r.Kept = isOfProject(fn)
		return r, true
	}
	if r, ok := p.readByName(call, fn); ok {
		return r, true
	}
	f := p.getter(fn)
	if f == nil {
		if f = new(getterFact); !p.ImportFact(fn, f) {
			return Read{}, false
		}
	}
	return Read{Key: p.Evaluator().fill(f.Key, call), Expr: call, Pos: call.Pos(), Manner: f.Manner}, true
}

// isOfProject reports whether a method is written for a type of the project's own, which may
// turn values into others; an interface says nothing of what is behind it.
func isOfProject(method *types.Func) bool {
	return !types.IsInterface(method.Signature().Recv().Type()) && !framework.Is(method.Pkg().Path())
}

// readByName is a call of a function of which the schema says that it reads a key.
func (p *Values) readByName(call *ast.CallExpr, fn *types.Func) (Read, bool) {
	results := fn.Signature().Results()
	if !Suits(call, fn) || results.Len() == 0 || !framework.IsAny(results.At(0).Type()) {
		return Read{}, false
	}
	for _, t := range p.Sinks.OfFunc(fn) {
		if args := t.Args(fn, call); t.Kind == framework.KeySink && t.Op == framework.OpGet && len(args) == 1 {
			return Read{Key: p.Eval(args[0]), Expr: args[0], Pos: call.Pos(), Manner: t.Manner}, true
		}
	}
	return Read{}, false
}

// getter is the key whose value a function of this package returns first, and how; nil: it does not.
func (p *Values) getter(fn *types.Func) *getterFact {
	if known, ok := p.getters[fn]; ok {
		return known
	}
	p.getters[fn] = nil // while it is looked at: it may call itself
	body := p.Index.Bodies[fn]
	results := fn.Signature().Results()
	if body == nil || body.Body == nil || results.Len() == 0 || !framework.IsAny(results.At(0).Type()) {
		return nil
	}
	var found *getterFact
	for _, ret := range Returns(body.Body) {
		if len(ret.Results) == 0 || IsZero(ret.Results[0]) {
			continue
		}
		r, ok := p.readOf(ret.Results[0])
		if !ok {
			return nil
		}
		key, ok := p.portable(r.Key, fn)
		if !ok || found != nil && found.Key.String() != key.String() {
			return nil
		}
		found = &getterFact{key, r.Manner}
	}
	p.getters[fn] = found
	return found
}

type assertedRead struct {
	Read
	types  []ast.Expr
	shapes []framework.Shape
}

// Resolved follows a variable to the one expression that it holds where it stands, or of a call its first
// result; other expressions are what they are.
func (p *Values) Resolved(e ast.Expr) ast.Expr {
	if terms := p.held(e); len(terms) == 1 {
		return terms[0]
	}
	return ast.Unparen(e)
}

// held lists what a variable may hold where it stands; nothing: more than can be said by expressions.
func (p *Values) held(e ast.Expr) (list []ast.Expr) {
	e = ast.Unparen(e)
	if p.Index.Variable(e) == nil {
		return []ast.Expr{e}
	}
	f := p.Follower()
	f.Ordered = true
	f.Step = func(Value, *ast.CallExpr) (ast.Expr, bool) { return nil, true }
	for _, term := range f.Follow(Value{Expr: e, Pkg: p}) {
		if term.result > 0 || term.IsList || term.part {
			return nil
		}
		list = append(list, ast.Unparen(term.Expr))
	}
	return list
}

// Assertions finds the type assertions on values of keys. Several on one
// value are judged together, since each may be there for another store.
func (p *Tracer) Assertions(f *ast.File) {
	groups := map[token.Pos]*assertedRead{}
	var order []token.Pos
	add := func(x ast.Expr, typ ast.Expr) {
		r, ok := p.readOf(x)
		if !ok {
			return
		}
		if groups[r.Pos] == nil {
			groups[r.Pos] = &assertedRead{Read: r}
			order = append(order, r.Pos)
		}
		g := groups[r.Pos]
		g.types, g.shapes = append(g.types, typ), append(g.shapes, p.shapeOfType(typ))
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeAssertExpr:
			if n.Type != nil {
				add(n.X, n.Type)
			}
		case *ast.TypeSwitchStmt:
			for _, typ := range caseTypes(n) {
				add(Switched(n), typ)
			}
		}
		return true
	})
	for _, pos := range order {
		p.asserted(groups[pos])
	}
}

func (p *Tracer) asserted(g *assertedRead) {
	for i, typ := range g.types {
		s := Sink{Kind: framework.KeySink, Op: framework.OpAssert, At: p.Span(typ), Quiet: true, Manner: g.Manner}
		s.Shape, s.Shapes = g.shapes[i], g.shapes
		p.handler.Key(s, g.Key, g.Expr)
	}
}
