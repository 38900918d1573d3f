package agents

import (
	"go/ast"
	"strings"

	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// functions makes a unit of each function that a field holds, or each of its list.
func (f *finder) functions(u *unit, kind graph.UnitKind, field string, terms []follow.Value) {
	for _, term := range terms {
		elems, all := []follow.Value{term}, true
		if framework.IsList(f.typeOf(term)) {
			elems, all = f.Follower().List(term)
		}
		if !all {
			u.open(term.Pkg.Span(term.Expr))
		}
		for _, e := range elems {
			f.function(u, kind, field, e)
		}
	}
}

func (f *finder) function(u *unit, kind graph.UnitKind, field string, v follow.Value) {
	if v.IsList {
		return
	}
	if fn := v.Named(); fn != nil {
		if name, ok := instruction(v.Pkg, fn); ok {
			u.part(graph.Part{Instruction: name, Kind: graph.Has, Place: v.Place()})
			return
		}
	}
	found, _, ok := f.Follower().FunctionOf(v)
	fn := f.of(found)
	if !ok || fn == nil {
		u.open(v.Pkg.Span(v.Expr))
		return
	}
	name := u.Name + " " + label(field)
	at := v
	if fn.fn != nil {
		name = strings.TrimPrefix(f.hostName(fn), fn.Pkg.Pkg.Name()+".")
		at.Expr = nil // one unit wherever it is used
		if fn.Decl != nil {
			at.Expr, at.Pkg = fn.Decl.Name, fn.Pkg
		}
	}
	part, _ := f.unit(kind, at, name)
	f.body(part, v)
	u.part(graph.Part{Unit: &part.Unit, Kind: graph.Has, Place: v.Place()})
}

// label is the name of a field as words: "before model".
func label(field string) string {
	field = strings.TrimSuffix(strings.TrimSuffix(field, "s"), "Callback")
	var b strings.Builder
	for i, r := range field {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}

// handler gives a unit the function that a value is.
func (f *finder) handler(u *unit, v follow.Value) {
	for _, term := range f.Follower().Follow(v) {
		if !f.body(u, term) {
			u.open(term.Pkg.Span(term.Expr))
		}
	}
}

// plugin makes units of the callbacks of a plugin, which belong to no agent.
func (f *finder) plugin(v follow.Value, call *ast.CallExpr) *unit {
	for _, cfg := range f.Follower().Follow(v.With(call.Args[0])) {
		name := f.nameIn(cfg)
		owner := &unit{Unit: graph.Unit{Name: strings.TrimSpace("plugin " + name)}}
		for _, field := range cfg.Fields() {
			terms, _ := f.Follower().FieldOf(cfg, field)
			if framework.FieldOf(field.Name()) == framework.Callback && len(terms) > 0 {
				f.functions(owner, graph.Callback, field.Name(), terms)
			}
		}
	}
	return nil
}
