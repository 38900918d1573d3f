package uses

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source"
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
		if lit, ok := n.(*ast.CompositeLit); ok {
			switch name := framework.TypeName(p.TypesInfo.TypeOf(lit)); {
			case name == nil:
			case framework.Has(name, framework.CreateRequest) || framework.RuntimeName(name) == "CreateRequest":
				p.created(lit, stack)
			case name.Name() == "Initial" && p.IsGenerated(name):
				p.initialised(lit, stack)
			}
		}
		stack = append(stack, n)
		return true
	})
}

// around is what the node that is looked at is in, without parentheses and &.
func around(stack []ast.Node) ast.Node {
	for i := len(stack) - 1; i >= 0; i-- {
		switch stack[i].(type) {
		case *ast.ParenExpr, *ast.UnaryExpr:
			continue
		}
		return stack[i]
	}
	return nil
}

// created looks at a request that is made for the very call that it is in,
// without state or with a map that is written out.
func (p *Scanner) created(lit *ast.CompositeLit, stack []ast.Node) {
	if _, ok := around(stack).(*ast.CallExpr); !ok || p.Schema == nil {
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
	p.AddUse(source.Use{Key: key, Kind: source.Unset, Span: p.Span(at), Site: p.Span(at)})
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
	sel, ok := around(stack).(*ast.SelectorExpr)
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
