package code

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// droppedResult reports a call that only makes a change, or is the only one to
// tell whether a change was stored, and whose result nobody takes.
func (p misuse) droppedResult(e ast.Expr) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return
	}
	if fn := p.Index.Function(call); isContextMethod(fn) && fn.Name() == "Commit" {
		p.Report(project.CommitNotChecked(p.Span(call)), call)
		return
	}
	fn, receiver := p.GeneratedMethod(call)
	if fn == nil || receiver == "State" {
		return
	}
	isNew := receiver == "Delta" && p.isNewDelta(chainRoot(call))
	if fn.Name() != "Build" && !isNew {
		return
	}
	d := project.DeltaNotTaken(p.Span(call))
	if receiver == "Initial" {
		d = project.InitialNotTaken(d.Span)
	}
	p.Report(d, call)
}

func isContextMethod(fn *types.Func) bool {
	return fn != nil && fn.Signature().Recv() != nil && framework.RuntimeName(framework.TypeName(fn.Signature().Recv().Type())) == "Context"
}

// chainRoot is what a chain of calls begins with: a of a.b().c().
func chainRoot(e ast.Expr) ast.Expr {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			return ast.Unparen(e)
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			return call
		}
		if _, isCall := ast.Unparen(sel.X).(*ast.CallExpr); !isCall {
			return call
		}
		e = sel.X
	}
}

func (p misuse) isNewDelta(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	fn := p.Index.Function(call)
	return fn != nil && fn.Name() == "NewDelta" && fn.Signature().Recv() == nil && p.IsGenerated(fn)
}

// unfinished reports a variable of a delta that is never built, or of a context
// that is never committed, although things are written to it. One that gets
// out of the function is left alone.
func (p misuse) unfinished(s *ast.AssignStmt, stack []ast.Node) {
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return
	}
	call, ok := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
	if !ok {
		return
	}
	fn := p.Index.Function(call)
	var allowed func(*types.Func) (writes, ok bool)
	d := project.DeltaNotBuilt(p.Span(s.Lhs[0]))
	switch {
	case fn == nil:
		return
	case fn.Name() == "NewDelta" && p.isNewDelta(call):
		allowed = func(fn *types.Func) (bool, bool) {
			return true, p.IsGenerated(fn) && fn.Name() != "Build" && fn.Name() != "String"
		}
	case fn.Name() == "Context" && fn.Signature().Recv() != nil && framework.RuntimeName(framework.TypeName(fn.Signature().Recv().Type())) == "Invocation":
		d = project.ContextNotCommitted(d.Span)
		allowed = p.contextMethod
	default:
		return
	}
	if body := follow.FunctionAround(stack); body != nil && p.onlyWritten(p.Index.Variable(s.Lhs[0]), body, allowed) {
		p.Report(d, s.Lhs[0])
	}
}

// contextMethod says whether a method of a context, or of the generated state
// on top of it, writes, and whether it leaves the context as uncommitted as it
// is.
func (p misuse) contextMethod(fn *types.Func) (writes, ok bool) {
	if !isContextMethod(fn) {
		return len(p.writes(fn)) > 0, p.IsGenerated(fn)
	}
	switch fn.Name() {
	case "Set", "Merge", "SaveOutput":
		return true, true
	case "Get", "All", "Invocation":
		return false, true
	}
	return false, false
}

// onlyWritten reports whether all that is done with a local variable is to call
// methods that are allowed, in statements of their own if they return what can
// be taken further, and some of them write.
func (p misuse) onlyWritten(v *types.Var, body *ast.BlockStmt, allowed func(*types.Func) (writes, ok bool)) bool {
	if !p.IsLocal(v) || v.Pos() < body.Pos() || len(p.Index.Defs[v]) != 1 {
		return false
	}
	c := writeCounter{misuse: p, of: v, allowed: allowed}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ExprStmt:
			c.count(n.X)
		case *ast.AssignStmt:
			for _, e := range n.Rhs {
				if t := framework.TypeName(p.TypesInfo.TypeOf(e)); t == nil || t.Name() != "Delta" {
					c.count(e)
				}
			}
		case *ast.ReturnStmt:
			for _, e := range n.Results {
				if t := p.TypesInfo.TypeOf(e); t != nil && framework.IsError(t) {
					c.count(e)
				}
			}
		case *ast.Ident:
			if p.TypesInfo.Uses[n] == v {
				c.uses++
			}
		}
		return true
	})
	return c.uses > 0 && c.uses == c.good && c.wrote
}

// writeCounter counts what is done with a variable.
type writeCounter struct {
	misuse
	of         *types.Var
	allowed    func(*types.Func) (writes, ok bool)
	uses, good int
	wrote      bool
}

// count looks at a chain of calls that may begin with the variable, or with
// generated code that is handed it.
func (c *writeCounter) count(e ast.Expr) {
	wrote := false
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok {
			if c.Index.Variable(e) == c.of {
				c.good++
				c.wrote = c.wrote || wrote
			}
			return
		}
		sel, fn := follow.SelectorOf(call), c.Index.Function(call)
		switch {
		case fn == nil:
			return
		case fn.Name() == "Of" && fn.Signature().Recv() == nil && len(call.Args) == 1 && c.IsGenerated(fn):
			e = call.Args[0]
			continue
		case sel == nil || fn.Signature().Recv() == nil:
			return
		}
		writes, ok := c.allowed(fn)
		if !ok {
			return
		}
		wrote = wrote || writes
		e = sel.X
	}
}

// misuse finds calls of generated code and of our runtime that compile and do
// not do what they seem to.
type misuse struct{ *Checker }

func (p misuse) writes(fn *types.Func) []accessors.Use {
	return slices.DeleteFunc(slices.Clone(p.accessors.Of(fn)), func(u accessors.Use) bool { return u.Kind != source.Set && u.Kind != source.Clear })
}
