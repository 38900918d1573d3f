package lostdeltas

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/diag"
)

// services looks for session services that a package defines itself.
type services struct {
	*flow.Package
	bodies map[*types.Func]*ast.FuncDecl
}

// Services are the AppendEvent methods of a package's own session services that store events, but
// not what these set: nothing in the package looks at the actions of an event, and nothing else
// gets one.
func Services(p *flow.Package) (list []diag.Span) {
	s := &services{p, map[*types.Func]*ast.FuncDecl{}}
	var appends []*ast.FuncDecl
	for _, file := range p.Files {
		if p.IsTest(file) {
			continue
		}
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			if obj, ok := p.TypesInfo.Defs[fn.Name].(*types.Func); ok {
				s.bodies[obj] = fn
				if isAppend(obj) {
					appends = append(appends, fn)
				}
			}
		}
	}
	if len(appends) == 0 || s.applies() {
		return nil
	}
	for _, fn := range appends {
		if s.drops(fn) {
			list = append(list, p.Span(fn.Name))
		}
	}
	return list
}

// isAppend reports whether a function is the AppendEvent of a session service: its type has the
// other methods, too, and it gets an event of ADK.
func isAppend(fn *types.Func) bool {
	sig := fn.Signature()
	if fn.Name() != "AppendEvent" || sig.Recv() == nil || sig.Params().Len() != 3 || !isEvent(sig.Params().At(2).Type()) {
		return false
	}
	owner := framework.TypeName(sig.Recv().Type())
	if owner == nil {
		return false
	}
	methods := types.NewMethodSet(types.NewPointer(owner.Type()))
	for _, name := range []string{"Create", "Get"} {
		if m := methods.Lookup(fn.Pkg(), name); m == nil || m.Obj().Pkg() != fn.Pkg() {
			return false
		}
	}
	return true
}

// isEvent reports whether a type is an event of ADK, or a list of them.
func isEvent(t types.Type) bool {
	list, ok := types.Unalias(t).(*types.Slice)
	return ok && isOneEvent(list.Elem()) || isOneEvent(t)
}

func isOneEvent(t types.Type) bool {
	return framework.ADKName(framework.TypeName(t)) == "session.Event"
}

// applies reports whether something in the package may look at what events set: it says so, or
// hands an event to what is not known.
func (s *services) applies() bool {
	for _, file := range s.Files {
		if !s.IsTest(file) && contains(file, s.mayApply) {
			return true
		}
	}
	return false
}

func (s *services) mayApply(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Ident:
		return n.Name == "StateDelta" || n.Name == "Actions"
	case *ast.BasicLit:
		text := strings.ToLower(n.Value)
		return strings.Contains(text, "actions") || strings.Contains(text, "statedelta") || strings.Contains(text, "state_delta")
	case *ast.SendStmt:
		return isEvent(s.TypesInfo.TypeOf(n.Value))
	case *ast.KeyValueExpr:
		return isOneEvent(s.TypesInfo.TypeOf(n.Value))
	case *ast.AssignStmt:
		return slices.ContainsFunc(n.Lhs, func(to ast.Expr) bool {
			_, isField := to.(*ast.SelectorExpr)
			return isField && isOneEvent(s.TypesInfo.TypeOf(to))
		})
	case *ast.CallExpr:
		return s.given(n, isEvent) && !s.isHarmless(n)
	}
	return false
}

// given reports whether one of a call's arguments is of such a type.
func (s *services) given(call *ast.CallExpr, is func(types.Type) bool) bool {
	for _, arg := range call.Args {
		if t := s.TypesInfo.TypeOf(arg); t != nil && is(t) {
			return true
		}
	}
	return false
}

// storing are packages that turn values into what is stored, or that store it; harmless are others
// that keep no event.
var (
	storing  = map[string]bool{"encoding/json": true, "encoding/gob": true, "database/sql": true, "os": true}
	harmless = map[string]bool{"fmt": true, "log": true, "log/slog": true, "slices": true, "sort": true}
)

// isHarmless reports whether a call does nothing with an event that is not seen here: of a function
// of this package, a built-in one, the body of a loop, or of a package that knows nothing of events.
func (s *services) isHarmless(call *ast.CallExpr) bool {
	if tv := s.TypesInfo.Types[call.Fun]; tv.IsBuiltin() || tv.IsType() {
		return true
	}
	if fn := s.Index.Function(call); fn != nil {
		return s.bodies[fn] != nil || fn.Pkg() != nil && (storing[fn.Pkg().Path()] || harmless[fn.Pkg().Path()])
	}
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == "yield"
}

// drops reports whether a method, with the functions of the package that it calls, stores something,
// and neither a session as a whole nor a state.
func (s *services) drops(fn *ast.FuncDecl) bool {
	reached, stores := []*ast.FuncDecl{fn}, false
	for i := 0; i < len(reached); i++ {
		keeps := contains(reached[i].Body, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				return strings.Contains(strings.ToLower(id.Name), "state")
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return false
			}
			to := s.Index.Function(call)
			if body := s.bodies[to]; body != nil {
				if !slices.Contains(reached, body) {
					reached = append(reached, body)
				}
				return false
			}
			stores = stores || to != nil && to.Pkg() != nil && storing[to.Pkg().Path()]
			return s.given(call, isSession)
		})
		if keeps {
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
	found := false
	ast.Inspect(in, func(n ast.Node) bool {
		found = found || n != nil && is(n)
		return !found
	})
	return found
}
