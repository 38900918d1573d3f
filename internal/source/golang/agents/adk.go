package agents

import (
	"go/ast"
	"go/types"
	"strings"

	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// makes reports whether a function of a framework makes a unit by itself, wherever it goes.
func makes(fn *types.Func) bool {
	what := framework.Makes(fn).What
	return what != framework.Nothing && what != framework.Wrapper
}

// construct makes a unit of a call of such a function; nil: it has too few arguments, or makes none.
func (f *finder) construct(v follow.Value, call *ast.CallExpr, made framework.Made) *unit {
	if len(call.Args) < max(made.Config, made.Name, made.Run) {
		return nil
	}
	switch made.What {
	case framework.Agent:
		return f.adkAgent(v, call, made.Runs)
	case framework.Plugin:
		return f.plugin(v, call)
	case framework.Tool:
		return f.tool(v, call, made)
	case framework.Node, framework.StateNode:
		return f.node(v, call, made)
	case framework.Workflow:
		return f.nested(v, call, made)
	case framework.Wrapper:
		return f.only(v.With(call.Args[made.Config-1]))
	}
	return nil
}

// thing is the unit that a value is; nil if it is none that is known, or made of itself.
func (f *finder) thing(v follow.Value) *unit {
	const steps = 50 // a function that makes agents may call itself, with other arguments each time
	if v.IsList || f.making[v.Expr] || f.Exhausted() {
		return nil
	}
	f.Spend(steps)
	f.making[v.Expr] = true
	defer delete(f.making, v.Expr)
	return f.makeThing(v)
}

func (f *finder) makeThing(v follow.Value) *unit {
	var named types.Object
	lit, _ := ast.Unparen(v.Expr).(*ast.CompositeLit)
	if call, ok := ast.Unparen(v.Expr).(*ast.CallExpr); ok && v.Pkg.Index.Function(call) != nil {
		fn := v.Pkg.Index.Function(call)
		if made := framework.Makes(fn); made.What != framework.Nothing {
			return f.construct(v, call, made)
		}
		named = fn
	} else if lit != nil {
		named = framework.TypeName(v.Pkg.TypesInfo.TypeOf(lit))
	}
	if name := framework.ADKTool(named); name != "" {
		u, _ := f.unit(graph.Tool, v, name)
		return u
	}
	if lit == nil {
		return nil
	}
	return f.ownThing(v, lit)
}

// only is the one unit that a value comes from.
func (f *finder) only(v follow.Value) *unit {
	var found *unit
	for _, term := range f.Follower().Follow(v) {
		u := f.thing(term)
		if u == nil || found != nil && found != u {
			return nil
		}
		found = u
	}
	return found
}

// adkAgent makes an agent of the configuration that a constructor gets.
func (f *finder) adkAgent(v follow.Value, call *ast.CallExpr, runs graph.Runs) *unit {
	configs := f.Follower().Follow(v.With(call.Args[0]))
	name := ""
	if len(configs) == 1 {
		name = f.nameIn(configs[0])
	}
	u, isNew := f.unit(graph.Agent, v, name)
	if isNew {
		u.Runs = runs
	}
	if len(configs) != 1 {
		u.open(v.Pkg.Span(call.Args[0]))
		return u
	}
	f.config(u, configs[0])
	return u
}

// nameIn is the text of the field Name of a struct, or of one in it.
func (f *finder) nameIn(cfg follow.Value) string {
	var inner []follow.Value
	for _, field := range cfg.Fields() {
		t := f.Follower()
		switch terms, _ := t.FieldOf(cfg, field); {
		case framework.IsStringKind(field.Type()) && strings.EqualFold(field.Name(), "name"):
			if len(terms) == 1 {
				if text, ok := t.TermText(terms[0]); ok {
					return text
				}
			}
		case follow.StructOf(field.Type()) != nil:
			inner = append(inner, terms...)
		}
	}
	for _, cfg := range inner {
		if name := f.nameIn(cfg); name != "" {
			return name
		}
	}
	return ""
}

// noting is a follower that adds to a list what it goes through.
func (f *finder) noting(seen *[]follow.Value) *follow.Follower {
	t := f.Follower()
	t.Seen = func(v follow.Value) { *seen = append(*seen, v) }
	return t
}

// config gives a unit what a configuration of ADK names.
func (f *finder) config(u *unit, cfg follow.Value) {
	if cfg.Fields() == nil {
		u.open(cfg.Pkg.Span(cfg.Expr))
		return
	}
	for _, field := range cfg.Fields() {
		var seen []follow.Value
		t := f.noting(&seen)
		if terms, _ := t.FieldOf(cfg, field); len(terms) > 0 {
			f.configField(u, field.Name(), t, terms, &seen)
		}
	}
}

// configField gives a unit what one field of a configuration holds. Seen are the values that the tracer goes
// through, which are more with each text that it is asked for.
func (f *finder) configField(u *unit, name string, t *follow.Follower, terms []follow.Value, seen *[]follow.Value) {
	switch framework.FieldOf(name) {
	case framework.Inner:
		for _, inner := range terms {
			f.config(u, inner)
		}
	case framework.Parts:
		f.parts(u, terms)
	case framework.Text:
		f.instruction(u, name, terms, *seen)
	case framework.TextFunction:
		f.functions(u, graph.Prompt, name, terms)
	case framework.Output:
		f.output(u, t, terms, seen)
	case framework.Body:
		for _, run := range terms {
			if !f.body(u, run) {
				u.open(run.Pkg.Span(run.Expr))
			}
		}
	case framework.Callback:
		f.functions(u, graph.Callback, name, terms)
	case framework.Edges:
		f.workflow(u, terms)
	}
}

// parts gives a unit the agents and tools of a list.
func (f *finder) parts(u *unit, lists []follow.Value) {
	for _, l := range lists {
		elems, all := f.Follower().List(l)
		if !all {
			u.open(l.Pkg.Span(l.Expr))
		}
		for _, e := range elems {
			part := f.thing(e)
			if part == nil {
				u.open(e.Pkg.Span(e.Expr))
				continue
			}
			u.part(graph.Part{Unit: &part.Unit, Kind: partKind(part), Place: e.Place()})
		}
	}
}

func partKind(u *unit) graph.PartKind {
	if u.Kind == graph.Agent {
		return graph.Sub
	}
	return graph.Has
}

// claim gives a unit the uses at the places that a value was followed through.
func (f *finder) claim(u *unit, kind graph.UseKind, seen []follow.Value) (uses []graph.Use) {
	for _, v := range seen {
		at := v.Pkg.Span(v.Expr)
		for _, use := range f.claims[at] {
			if use.Kind == kind {
				f.claimed[at] = true
				uses = append(uses, use)
			}
		}
	}
	if u != nil {
		for _, use := range uses {
			u.use(use)
		}
	}
	return uses
}

func (u *unit) use(use graph.Use) {
	for _, known := range u.Uses {
		if known == use {
			return
		}
	}
	u.Uses = append(u.Uses, use)
}

func (f *finder) typeOf(v follow.Value) types.Type {
	t := v.Pkg.TypesInfo.TypeOf(v.Expr)
	if t == nil {
		return types.Typ[types.Invalid]
	}
	return t
}

// tool makes a unit of the tool that a function of a framework makes.
func (f *finder) tool(v follow.Value, call *ast.CallExpr, made framework.Made) *unit {
	u, _ := f.unit(graph.Tool, v, f.toolName(v, call, made))
	f.handler(u, v.With(call.Args[made.Run-1]))
	return u
}

func (f *finder) toolName(v follow.Value, call *ast.CallExpr, made framework.Made) (name string) {
	t := f.Follower()
	switch {
	case made.Name > 0:
		name, _ = t.Text(v.With(call.Args[made.Name-1]))
	case made.Config > 0:
		if configs := t.Follow(v.With(call.Args[made.Config-1])); len(configs) == 1 {
			name = f.nameIn(configs[0])
		}
	default:
		name = f.nameByOption(v, call.Args[made.Run:])
	}
	return name
}

func (f *finder) nameByOption(v follow.Value, options []ast.Expr) (name string) {
	t := f.Follower()
	for _, arg := range options {
		for _, option := range t.Follow(v.With(arg)) {
			given, ok := ast.Unparen(option.Expr).(*ast.CallExpr)
			if ok && len(given.Args) == 1 && framework.NamesTool(option.Pkg.Index.Function(given)) {
				name, _ = t.Text(option.With(given.Args[0]))
			}
		}
	}
	return name
}
