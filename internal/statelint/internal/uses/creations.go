package uses

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/keys"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// creations notes which keys the sessions that are created in a file begin
// without, as far as that is certain.
func (p *Scanner) creations(f *ast.File) {
	var stack []ast.Node
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		switch n := n.(type) {
		case *ast.CompositeLit:
			switch name := framework.TypeName(p.TypesInfo.TypeOf(n)); {
			case name == nil:
			case framework.Has(name, framework.CreateRequest) || framework.RuntimeName(name) == "CreateRequest":
				p.created(n, stack)
			case name.Name() == "Initial" && p.IsGenerated(name):
				p.initialised(n, stack)
			}
		case *ast.CallExpr:
			p.builtInitial(n, stack)
		}
		stack = append(stack, n)
		return true
	})
}

// around is the n-th node around the one that is looked at, without
// parentheses and &.
func around(stack []ast.Node, n int) ast.Node {
	for i := len(stack) - 1; i >= 0; i-- {
		switch stack[i].(type) {
		case *ast.ParenExpr, *ast.UnaryExpr:
			continue
		}
		if n--; n < 0 {
			return stack[i]
		}
	}
	return nil
}

// created looks at a request that is made for the very call that it is in,
// without state or with a map that is written out.
func (p *Scanner) created(lit *ast.CompositeLit, stack []ast.Node) {
	if _, ok := around(stack, 0).(*ast.CallExpr); !ok || p.Schema == nil {
		return
	}
	given := map[string]bool{}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return
		}
		if id, _ := kv.Key.(*ast.Ident); id == nil || id.Name != "State" || p.TypesInfo.Types[kv.Value].IsNil() {
			continue
		}
		if given, ok = p.keysOf(kv.Value); !ok {
			return
		}
	}
	for _, k := range p.Schema.Keys {
		if inEvery(k) && !given[k.Wire()] {
			p.unset(k.Wire(), lit.Type)
		}
	}
}

// inEvery reports whether every Initial stores a key: it leaves defaults of users and apps alone.
func inEvery(k *schema.Key) bool {
	return k.Scope == runtime.ScopeSession && !k.Optional && len(k.Params) == 0
}

func (p *Scanner) unset(key string, at ast.Node) {
	p.AddUse(keys.Use{Key: key, Kind: keys.Unset, Span: p.Span(at), Site: p.Span(at)})
}

// keysOf lists the keys of a map that is written out in place.
func (p *Scanner) keysOf(e ast.Expr) (map[string]bool, bool) {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return nil, false
	}
	keys := map[string]bool{}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return nil, false
		}
		t := p.Eval(kv.Key)
		if !t.Known() {
			return nil, false
		}
		keys[t.String()] = true
	}
	return keys, true
}

// initialised looks at an Initial that is built in place: a required
// text or object that it leaves out, or gives as "", is empty.
func (p *Scanner) initialised(lit *ast.CompositeLit, stack []ast.Node) {
	sel, ok := around(stack, 0).(*ast.SelectorExpr)
	st := flow.StructOf(p.TypesInfo.TypeOf(lit))
	if !ok || sel.Sel.Name != "Build" || st == nil {
		return
	}
	given := map[*types.Var]bool{}
	for i, elt := range lit.Elts {
		field, value := flow.FieldOf(p.TypesInfo, st, i, elt)
		if field != nil {
			c := p.TypesInfo.Types[value].Value
			given[field] = c == nil || c.Kind() != constant.String || constant.StringVal(c) != ""
		}
	}
	for i := range st.NumFields() {
		field := st.Field(i)
		_, isStruct := field.Type().Underlying().(*types.Struct)
		if given[field] || !isStruct && !framework.IsStringKind(field.Type()) {
			continue
		}
		for _, u := range p.accessors.Of(field.Origin()) {
			p.unset(u.Key, lit.Type)
		}
	}
}

// builtInitial sees an Initial whose state goes elsewhere than into a new
// session: into an event, say. Then it writes like anything else.
func (p *Scanner) builtInitial(call *ast.CallExpr, stack []ast.Node) {
	fn, receiver := p.GeneratedMethod(call)
	if fn == nil || receiver != "Initial" || fn.Name() != "Build" || p.onlyCreates(call, stack) {
		return
	}
	st := flow.StructOf(fn.Signature().Recv().Type())
	if st == nil {
		return
	}
	for i := range st.NumFields() {
		for _, u := range p.accessors.Of(st.Field(i)) {
			if k := p.declaredKey(u.Key); k != nil && inEvery(k) {
				p.AddUse(keys.Use{Key: u.Key, Kind: keys.Set, Span: p.Span(call), Site: p.Span(call)})
			}
		}
	}
}

func (p *Scanner) declaredKey(wire string) *schema.Key {
	if p.Schema == nil {
		return nil
	}
	return p.Check.Key(wire)
}

// onlyCreates reports whether the result of a call is assigned to a variable
// that is the state of requests and nothing else.
func (p *Scanner) onlyCreates(call *ast.CallExpr, stack []ast.Node) bool {
	s, ok := around(stack, 0).(*ast.AssignStmt)
	if !ok || len(s.Lhs) != 2 {
		return false
	}
	v, body := p.Index.Variable(s.Lhs[0]), flow.FunctionAround(stack)
	if v == nil || v.IsField() || body == nil {
		return false
	}
	uses, good := 0, 0
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if id, _ := n.Key.(*ast.Ident); id != nil && p.Index.Variable(n.Value) == v && p.isRequestState(id) {
				good++
			}
		case *ast.AssignStmt:
			for i, lhs := range n.Lhs {
				sel, _ := p.FieldSelection(lhs)
				if sel != nil && len(n.Lhs) == len(n.Rhs) && p.Index.Variable(n.Rhs[i]) == v && p.isRequestState(sel.Sel) {
					good++
				}
			}
		case *ast.Ident:
			if p.TypesInfo.Uses[n] == v {
				uses++
			}
		}
		return true
	})
	return uses == good
}

// isRequestState reports whether an identifier names the State of a request to
// create a session.
func (p *Scanner) isRequestState(id *ast.Ident) bool {
	f, _ := p.TypesInfo.Uses[id].(*types.Var)
	if f == nil || !f.IsField() || f.Name() != "State" {
		return false
	}
	return framework.Has(f, framework.State) || framework.RuntimeName(f) != ""
}
