package code

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
)

// services looks for session services that a package defines itself.
type services struct{ *Checker }

// unstored reports the AppendEvent methods of session services that store events, but not what
// these set: nothing in the package looks at the actions of an event, and nothing else gets one.
func (p *Checker) unstored() {
	s := services{p}
	for fn, decl := range p.Index.Bodies {
		if !s.isAppend(fn) || s.applies() || !s.drops(decl) {
			continue
		}
		p.Report(project.DeltaNotStored(p.Span(decl.Name)), decl)
	}
}

// isAppend reports whether a function is the AppendEvent of a session service: it gets an event of
// ADK, and the package declares other methods of a service for its type.
func (s services) isAppend(fn *types.Func) bool {
	sig := fn.Signature()
	if fn.Name() != "AppendEvent" || sig.Recv() == nil || sig.Params().Len() != 3 {
		return false
	}
	isOwn := func(method string) bool {
		m, _, _ := types.LookupFieldOrMethod(sig.Recv().Type(), true, s.Pkg, method)
		return m != nil && m.Pkg() == s.Pkg
	}
	return hasEvent(sig.Params().At(2).Type()) && isOwn("Create") && isOwn("Get")
}

// hasEvent reports whether a type is an event of ADK, or a list of them.
func hasEvent(t types.Type) bool {
	if list, ok := types.Unalias(t).(*types.Slice); ok {
		t = list.Elem()
	}
	return isEvent(t)
}

// applies reports whether something in the package may look at what events set: it says so, or
// hands an event to what is not known.
func (s services) applies() bool {
	return slices.ContainsFunc(s.Files, func(f *ast.File) bool { return !s.IsTest(f) && contains(f, s.mayApply) })
}

func (s services) mayApply(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Ident:
		return n.Name == "StateDelta" || n.Name == "Actions"
	case *ast.BasicLit:
		text := strings.ReplaceAll(strings.ToLower(n.Value), "_", "")
		return strings.Contains(text, "actions") || strings.Contains(text, "statedelta")
	case *ast.SendStmt:
		return hasEvent(s.TypesInfo.TypeOf(n.Value))
	case *ast.KeyValueExpr:
		return isEvent(s.TypesInfo.TypeOf(n.Value))
	case *ast.AssignStmt:
		return slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool {
			_, field := s.FieldSelection(to)
			return field != nil && isEvent(field.Type())
		})
	case *ast.CallExpr:
		return s.gets(n, hasEvent) && !s.isHarmless(n)
	}
	return false
}

// gets reports whether one of a call's arguments is of such a type.
func (s services) gets(call *ast.CallExpr, is func(types.Type) bool) bool {
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		t := s.TypesInfo.TypeOf(arg)
		return t != nil && is(t)
	})
}

// storing are packages that turn values into what is stored, or that store it; harmless are others
// that keep no event.
var (
	storing  = []string{"encoding/json", "encoding/gob", "database/sql", "os"}
	harmless = []string{"fmt", "log", "log/slog", "slices", "sort"}
)

func isIn(fn *types.Func, packages []string) bool {
	return fn != nil && fn.Pkg() != nil && slices.Contains(packages, fn.Pkg().Path())
}

// isHarmless reports whether a call does nothing with an event that is not seen here: of a function
// of this package, a built-in one, the body of a loop, or of a package that knows nothing of events.
func (s services) isHarmless(call *ast.CallExpr) bool {
	if tv := s.TypesInfo.Types[call.Fun]; tv.IsBuiltin() || tv.IsType() || follow.CalledName(call) == "yield" {
		return true
	}
	fn := s.Index.Function(call)
	return s.Index.Bodies[fn] != nil || isIn(fn, storing) || isIn(fn, harmless)
}

// drops reports whether a method, with the functions of the package that it calls, stores something,
// and neither a session as a whole nor a state.
func (s services) drops(method *ast.FuncDecl) bool {
	reached, stores := []*ast.FuncDecl{method}, false
	keeps := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			return strings.Contains(strings.ToLower(n.Name), "state")
		case *ast.CallExpr:
			fn := s.Index.Function(n)
			if decl := s.Index.Bodies[fn]; decl != nil {
				if !slices.Contains(reached, decl) {
					reached = append(reached, decl)
				}
				return false
			}
			stores = stores || isIn(fn, storing)
			return s.gets(n, isSession)
		}
		return false
	}
	for i := 0; i < len(reached); i++ {
		if reached[i].Body != nil && contains(reached[i].Body, keeps) {
			return false
		}
	}
	return stores
}

// isSession reports whether a type has a state.
func isSession(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "State")
	return obj != nil
}

// contains reports whether one of the nodes in another one is such.
func contains(in ast.Node, is func(ast.Node) bool) bool {
	for n := range ast.Preorder(in) {
		if is(n) {
			return true
		}
	}
	return false
}
