// Package lostdeltas finds state deltas of events on ADK that no session service gets: those
// that are changed after a runner has stored the event, and those of events that come with
// an error.
package lostdeltas

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/diag"
)

// Lost is a place where a delta is filled that is not stored.
type Lost struct {
	At        diag.Span
	Because   diag.Span // the run, or where the event is yielded
	WithError bool      // the event comes with an error; otherwise it was stored before
	Handed    bool      // it is handed to functions, which may store it
}

// finder looks at one function at a time.
type finder struct {
	*flow.Package
	fn      *ast.FuncDecl
	parents map[ast.Node]ast.Node // in it; nil: nobody has asked yet
	found   []Lost
}

// Find returns those of a package.
func Find(p *flow.Package) []Lost {
	f := &finder{Package: p}
	for _, file := range p.Files {
		if p.IsTest(file) {
			continue
		}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				f.function(fn)
			}
		}
	}
	return f.found
}

func (f *finder) function(fn *ast.FuncDecl) {
	f.fn, f.parents = fn, nil
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			f.afterRun(n)
		case *ast.CallExpr:
			f.withError(fn, n)
		}
		return true
	})
}

func (f *finder) parent(n ast.Node) ast.Node {
	if f.parents == nil {
		f.parents = flow.Parents(f.fn)
	}
	return f.parents[n]
}

// afterRun looks at a loop over the events of a runner, which has stored them.
func (f *finder) afterRun(loop *ast.RangeStmt) {
	call, ok := ast.Unparen(loop.X).(*ast.CallExpr)
	event := f.variable(loop.Key)
	if !ok || event == nil || f.Callee(call) != "runner.Run" {
		return
	}
	handed, kept := f.handed(event, loop.Body)
	if kept {
		return
	}
	for _, at := range f.filled(event, loop.Body) {
		f.found = append(f.found, Lost{At: f.Span(at), Because: f.Span(loop.X), Handed: handed})
	}
}

// withError looks at a call that yields an event and an error.
func (f *finder) withError(fn *ast.FuncDecl, call *ast.CallExpr) {
	if len(call.Args) != 2 || f.variable(call.Fun) == nil || !f.isError(call.Args[1]) {
		return
	}
	event := f.variable(call.Args[0])
	if event == nil || !isOneEvent(event.Type()) {
		return
	}
	block := f.scopeOf(fn, event)
	if block == nil {
		return
	}
	for _, at := range append(f.given(event), f.filled(event, block)...) {
		if at.Pos() < call.Pos() {
			f.found = append(f.found, Lost{At: f.Span(at), Because: f.Span(call), WithError: true})
		}
	}
}

// scopeOf is the block that the variable of a new event is declared in, if nothing but one call
// is given it.
func (f *finder) scopeOf(fn *ast.FuncDecl, event *types.Var) ast.Node {
	if slices.ContainsFunc(f.Index.Defs[event], func(d flow.Def) bool { return d.Kind != flow.ValueDef }) {
		return nil
	}
	uses := 0
	var block ast.Node
	ast.Inspect(fn, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		if f.TypesInfo.Defs[id] == event {
			block = f.blockOf(id)
		}
		if f.TypesInfo.Uses[id] == event && f.isWhole(id) {
			uses++
		}
		return true
	})
	if uses != 1 {
		return nil
	}
	return block
}

func (f *finder) blockOf(n ast.Node) ast.Node {
	for ; n != nil; n = f.parent(n) {
		if block, ok := n.(*ast.BlockStmt); ok {
			return block
		}
	}
	return nil
}

// isError reports whether an expression is an error for sure: a new one, or one in a branch where
// it is none but nil.
func (f *finder) isError(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		fn := f.Index.Function(e)
		return fn != nil && (fn.FullName() == "fmt.Errorf" || fn.FullName() == "errors.New")
	case *ast.Ident:
		v := f.variable(e)
		if v == nil || v.Type().String() != "error" {
			return false
		}
		if _, isParam := f.Index.Params[v]; isParam {
			return true
		}
		return f.checked(v, e)
	}
	return false
}

// checked reports whether a place is in a branch for an error that is not nil.
func (f *finder) checked(v *types.Var, at ast.Node) bool {
	for child, n := at, f.parent(at); n != nil; child, n = n, f.parent(n) {
		branch, ok := n.(*ast.IfStmt)
		if !ok || child != branch.Body {
			continue
		}
		if cond, ok := branch.Cond.(*ast.BinaryExpr); ok && cond.Op == token.NEQ && f.variable(cond.X) == v && flow.IsZero(cond.Y) {
			return true
		}
	}
	return false
}

// filled are the assignments to keys of an event's delta, and to the delta, in a block.
func (f *finder) filled(event *types.Var, in ast.Node) (list []ast.Node) {
	ast.Inspect(in, func(n ast.Node) bool {
		assign, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, lhs := range assign.Lhs {
			x, isKey := ast.Unparen(lhs).(*ast.IndexExpr)
			switch {
			case isKey && f.isDelta(x.X, event):
				list = append(list, x.X)
			case f.isDelta(lhs, event) && len(assign.Rhs) == len(assign.Lhs) && !isEmpty(assign.Rhs[i]):
				list = append(list, lhs)
			}
		}
		return true
	})
	return list
}

// given are the deltas that an event is made with.
func (f *finder) given(event *types.Var) (list []ast.Node) {
	for _, d := range f.Index.Defs[event] {
		ast.Inspect(d.Expr, func(n ast.Node) bool {
			if kv, ok := n.(*ast.KeyValueExpr); ok {
				if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "StateDelta" && !isEmpty(kv.Value) {
					list = append(list, id)
				}
			}
			return true
		})
	}
	return list
}

// isEmpty reports whether an expression is a map in which there is nothing yet.
func isEmpty(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		id, ok := e.Fun.(*ast.Ident)
		return ok && id.Name == "make"
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	}
	return flow.IsZero(e)
}

// isDelta reports whether an expression is event.Actions.StateDelta.
func (f *finder) isDelta(e ast.Expr, event *types.Var) bool {
	delta, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok || delta.Sel.Name != "StateDelta" {
		return false
	}
	actions, ok := ast.Unparen(delta.X).(*ast.SelectorExpr)
	return ok && actions.Sel.Name == "Actions" && f.variable(actions.X) == event
}

// handed reports whether functions get an event, and whether it may be stored once more: it is
// yielded, sent, returned, assigned, or appended to a session.
func (f *finder) handed(event *types.Var, in ast.Node) (handed, kept bool) {
	ast.Inspect(in, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok || f.TypesInfo.Uses[id] != event || !f.isWhole(id) {
			return true
		}
		call, ok := f.parent(id).(*ast.CallExpr)
		fn := (*types.Func)(nil)
		if ok {
			fn = f.Index.Function(call)
		}
		if fn == nil || fn.Name() == "AppendEvent" {
			kept = true
		}
		handed = true
		return true
	})
	return handed, kept
}

// isWhole reports whether a variable is used for more than one of its fields, and not
// just compared.
func (f *finder) isWhole(id *ast.Ident) bool {
	switch p := f.parent(id).(type) {
	case *ast.SelectorExpr:
		return p.X != id
	case *ast.BinaryExpr:
		return false
	}
	return true
}

func (f *finder) variable(e ast.Expr) *types.Var {
	id, ok := e.(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := f.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}
