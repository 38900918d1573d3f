package agents

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// Programs on our runtime have agents of their own making. A struct is one if it has a name and
// is given an instruction, or a key for its answer. Whatever is an agent by the same interface, with
// a name and others of that interface, is a group of agents; a struct with a name and a function, in
// a list of an agent, is a tool.

// ownAgents are the agents of the program's own making.
type ownAgents struct {
	agents     map[*ast.CompositeLit]bool
	interfaces map[types.Object]*types.Interface // that agents have
}

func (f *finder) findOwn() {
	f.own = ownAgents{agents: map[*ast.CompositeLit]bool{}, interfaces: map[types.Object]*types.Interface{}}
	found := map[types.Object]types.Type{}
	for _, m := range f.made {
		lit, ok := m.expr.(*ast.CompositeLit)
		if !ok || !f.isLocal(m.in.Pkg, lit) || !f.isOwnAgent(follow.Value{Expr: lit, Pkg: m.in.Pkg}) {
			continue
		}
		f.own.agents[lit] = true
		found[framework.TypeName(m.in.Pkg.TypesInfo.TypeOf(lit))] = m.in.Pkg.TypesInfo.TypeOf(lit)
	}
	for _, pkg := range f.packages {
		scope := pkg.Pkg.Scope()
		for _, name := range scope.Names() {
			obj, ok := scope.Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			i, ok := obj.Type().Underlying().(*types.Interface)
			if !ok || i.NumMethods() == 0 {
				continue
			}
			for _, t := range found {
				if implements(t, i) {
					f.own.interfaces[obj] = i
				}
			}
		}
	}
}

func implements(t types.Type, i *types.Interface) bool {
	return types.Implements(t, i) || types.Implements(types.NewPointer(t), i)
}

// isLocal reports whether a literal is of a struct that the program declares, with a name.
func (f *finder) isLocal(pkg *follow.Values, lit *ast.CompositeLit) bool {
	name := framework.TypeName(pkg.TypesInfo.TypeOf(lit))
	if name == nil || !f.Has(name.Pkg()) || pkg.IsGenerated(name) {
		return false
	}
	return hasName(follow.StructOf(name.Type()))
}

func hasName(st *types.Struct) bool {
	return hasField(st, func(f *types.Var) bool {
		return strings.EqualFold(f.Name(), "name") && framework.IsStringKind(f.Type())
	})
}

func hasField(st *types.Struct, suits func(*types.Var) bool) bool {
	return st != nil && slices.ContainsFunc(slices.Collect(st.Fields()), suits)
}

// isOwnAgent reports whether a struct gets an instruction or a key for an answer.
func (f *finder) isOwnAgent(lit follow.Value) bool {
	for _, field := range lit.Fields() {
		var seen []follow.Value
		terms, _ := f.noting(&seen).FieldOf(lit, field)
		for _, term := range terms {
			if fn := term.Named(); fn != nil {
				if _, ok := instruction(term.Pkg, fn); ok {
					return true
				}
			}
		}
		if !framework.IsStringKind(field.Type()) {
			continue
		}
		for _, v := range seen {
			if len(f.claims[v.Pkg.Span(v.Expr)]) > 0 {
				return true
			}
		}
	}
	return false
}

// isGroup reports whether a literal is one of an agent that has others.
func (o ownAgents) isGroup(pkg *follow.Values, lit *ast.CompositeLit) bool {
	t := pkg.TypesInfo.TypeOf(lit)
	name := framework.TypeName(t)
	if name == nil || o.agents[lit] {
		return false
	}
	st := follow.StructOf(name.Type())
	return hasName(st) && hasField(st, func(field *types.Var) bool {
		i := o.interfaces[elementName(field.Type())]
		return i != nil && implements(name.Type(), i)
	})
}

// elementName is the type of a field, or of the elements of its list.
func elementName(t types.Type) types.Object {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	return framework.TypeName(t)
}

// ownThing is the agent, the group or the tool that a struct of the program is.
func (f *finder) ownThing(v follow.Value, lit *ast.CompositeLit) *unit {
	isAgent, isGroup := f.own.agents[lit], f.own.isGroup(v.Pkg, lit)
	if !isAgent && !isGroup {
		return f.ownTool(v, lit)
	}
	u, isNew := f.unit(graph.Agent, v, f.nameIn(v))
	if isNew && isGroup {
		u.Runs = f.runsOf(v, lit)
	}
	for _, field := range v.Fields() {
		f.ownField(u, v, field)
	}
	return u
}

func (f *finder) ownField(u *unit, v follow.Value, field *types.Var) {
	var seen []follow.Value
	terms, _ := f.noting(&seen).FieldOf(v, field)
	if len(terms) == 0 {
		return
	}
	switch t := field.Type().Underlying().(type) {
	case *types.Signature:
		f.functions(u, graph.Callback, field.Name(), terms)
	case *types.Slice:
		if f.own.isAgent(t) || hasFunction(t.Elem()) {
			f.parts(u, terms)
		}
	case *types.Interface:
		if f.own.isAgent(field.Type()) {
			for _, term := range terms {
				if part := f.thing(term); part != nil {
					u.part(graph.Part{Unit: &part.Unit, Kind: partKind(part), Place: term.Pkg.Span(term.Expr)})
				}
			}
		}
	case *types.Basic:
		f.claim(u, graph.Output, seen)
		if len(f.claim(nil, graph.Placeholder, seen)) > 0 {
			f.instruction(u, "Instruction", terms, seen)
		}
	}
}

func hasFunction(t types.Type) bool {
	return hasField(follow.StructOf(t), isFunction)
}

func isFunction(field *types.Var) bool {
	_, is := field.Type().Underlying().(*types.Signature)
	return is
}

// ownTool is a struct with a name, and with functions or the methods of a tool.
func (f *finder) ownTool(v follow.Value, lit *ast.CompositeLit) *unit {
	t := v.Pkg.TypesInfo.TypeOf(lit)
	named := framework.TypeName(t)
	if named == nil || !f.Has(named.Pkg()) || v.Pkg.IsGenerated(named) {
		return nil
	}
	name, methods := cmp.Or(f.nameIn(v), f.nameByMethod(v)), f.methodsOf(named)
	if name == "" || !hasFunction(t) && len(methods) == 0 {
		return nil
	}
	u, _ := f.unit(graph.Tool, v, name)
	for _, field := range v.Fields() {
		if isFunction(field) {
			terms, _ := f.Follower().FieldOf(v, field)
			for _, term := range terms {
				f.handler(u, term)
			}
		}
	}
	for _, m := range methods {
		f.handlers[m] = true
		u.runs(m, &follow.Env{Bound: map[*types.Var]follow.Value{m.Receiver(): v}})
	}
	return u
}

// nameByMethod is what the method Name of a type returns.
func (f *finder) nameByMethod(v follow.Value) string {
	t := f.Follower()
	m, ok := t.Method(v, "Name")
	if !ok || m.Body() == nil {
		return ""
	}
	e := &follow.Env{Bound: map[*types.Var]follow.Value{m.Receiver(): v}}
	for _, ret := range follow.Returns(m.Body()) {
		if len(ret.Results) == 1 {
			name, _ := t.Text(follow.Value{Expr: ret.Results[0], Pkg: m.Pkg, Env: e})
			return name
		}
	}
	return ""
}

// methodsOf are the methods that the program declares of a type.
func (f *finder) methodsOf(named types.Object) []*function {
	var list []*function
	for _, fn := range f.all {
		if recv := fn.Receiver(); recv != nil && framework.TypeName(recv.Type()) == named {
			list = append(list, fn)
		}
	}
	return list
}

// runsOf says how a group runs its agents: by the loops over them in its methods.
func (f *finder) runsOf(v follow.Value, lit *ast.CompositeLit) graph.Runs {
	runs := graph.ByCode
	for _, m := range f.methodsOf(framework.TypeName(v.Pkg.TypesInfo.TypeOf(lit))) {
		ast.PreorderStack(m.node(), nil, func(n ast.Node, around []ast.Node) bool {
			loop, ok := n.(*ast.RangeStmt)
			if !ok || runs == graph.Together {
				return true
			}
			if _, field := m.Pkg.FieldSelection(loop.X); field != nil && f.own.isAgent(field.Type()) {
				runs = how(loop.Body, slices.ContainsFunc(around, isEndless))
			}
			return true
		})
	}
	return runs
}

func isEndless(n ast.Node) bool {
	_, is := n.(*ast.ForStmt)
	return is
}

// isAgent reports whether a type is the interface of agents, or of a list of it.
func (o ownAgents) isAgent(t types.Type) bool {
	return t != nil && o.interfaces[elementName(t)] != nil
}

// how is how the body of a loop over agents runs one of them.
func how(loop *ast.BlockStmt, again bool) graph.Runs {
	runs := graph.InTurn
	if again {
		runs = graph.Repeatedly
	}
	ast.Inspect(loop, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.GoStmt, *ast.FuncLit:
			runs = graph.Together
		}
		return true
	})
	return runs
}
