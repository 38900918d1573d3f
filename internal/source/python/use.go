package python

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/python/syntax"
)

// reader finds the uses in one scope.
type reader struct {
	*scope
	owner *scope       // whose statement it is
	stmt  *syntax.Stmt // that one
	quiet bool         // what a log gets is looked at
	// condition is whether what is looked at decides what happens, rather than being used.
	condition bool
	found     *found
}

// read finds what the statements of a scope do with states.
func (r *reader) read() {
	r.eachStmt(func(in *syntax.Stmt) {
		r.stmt = in
		switch in.Kind {
		case syntax.Assign:
			r.assigns(in)
		case syntax.Augment:
			r.target(in.Exprs[0], in.Exprs[1], true)
			r.expr(in.Exprs[1])
		case syntax.Delete:
			r.deletes(in.Exprs[0])
		case syntax.Loop:
			if r.stateOf(in.Exprs[1]).of != nothing {
				r.found.whole(r.scope, in.Exprs[1], false)
				return
			}
			r.expr(in.Exprs[1])
		case syntax.Block:
			r.condition = true
			for _, e := range in.Exprs {
				r.tested(e)
			}
			r.condition = false
		default:
			in.Own(r.visit)
		}
	})
}

func (r *reader) assigns(in *syntax.Stmt) {
	value := in.Value()
	alias := false
	for _, target := range in.Targets() {
		r.target(target, value, false)
		alias = alias || target.Kind == syntax.Name
	}
	if alias && r.stateOf(value).of != nothing {
		return // another name for the state
	}
	r.expr(value)
}

// target is what an assignment gives a value to.
func (r *reader) target(e, value *syntax.Expr, merge bool) {
	switch {
	case e.Kind == syntax.Tuple || e.Kind == syntax.List:
		for _, item := range e.Items {
			r.target(item, nil, false)
		}
	case e.Kind == syntax.Index && r.stateOf(e.X).of != nothing:
		if merge {
			r.use(source.Get, r.stateOf(e.X), e.Y, required)
		}
		r.use(r.setIn(e.X), r.stateOf(e.X), e.Y, func(u *use) { u.Type, u.Merge = r.typeOf(value), merge })
		r.expr(e.Y)
	case e.Kind == syntax.Name && r.stateOf(e).of == delta && value != nil:
		r.entries(r.setIn(e), state{}, value)
	case e.Kind == syntax.Index:
		r.expr(e.X)
		r.expr(e.Y)
	case e.Kind == syntax.Attribute:
		if r.stateOf(e).of != nothing {
			r.entries(source.Set, r.stateOf(e), value)
			return
		}
		r.expr(e.X)
	}
}

func (r *reader) deletes(e *syntax.Expr) {
	switch {
	case e.Kind == syntax.Tuple:
		for _, item := range e.Items {
			r.deletes(item)
		}
	case e.Kind == syntax.Index && r.stateOf(e.X).of != nothing:
		r.use(source.Clear, r.stateOf(e.X), e.Y, nil)
	default:
		r.expr(e)
	}
}

// entries are those of a dict that is put into a state.
func (r *reader) entries(kind source.UseKind, of state, e *syntax.Expr) {
	to := r.resolve(e)
	if to.expr == nil || to.expr.Kind != syntax.Dict {
		if e != nil && e.Kind != syntax.None && r.stateOf(e).of != delta {
			r.found.open(r.scope, e, "state", false, true)
		}
		return
	}
	in := &reader{scope: to.in, owner: r.owner, stmt: r.stmt, found: r.found}
	for _, item := range to.expr.Items {
		switch item.Kind {
		case syntax.Entry:
			in.use(kind, of, item.X, func(u *use) { u.Type = in.typeOf(item.Y) })
			in.expr(item.Y)
		case syntax.Star:
			if r.stateOf(item.X).of == nothing && item.X != e {
				in.entries(kind, of, item.X)
			}
		default:
			r.found.open(to.in, item, "state", false, true)
		}
	}
}

func (r *reader) expr(e *syntax.Expr) { e.Each(r.visit) }

// visit looks at an expression that is read, and says whether to go on inside.
func (r *reader) visit(e *syntax.Expr) bool {
	switch {
	case e.Kind == syntax.Index && r.stateOf(e.X).of != nothing:
		r.use(source.Get, r.stateOf(e.X), e.Y, required)
		r.expr(e.Y)
		return false
	case e.Kind == syntax.Binary && strings.HasSuffix(e.Name, "in") && r.stateOf(e.Items[len(e.Items)-1]).of != nothing:
		r.use(source.Get, r.stateOf(e.Items[len(e.Items)-1]), e.Items[0], optional)
		r.expr(e.Items[0])
		return false
	case e.Kind == syntax.Call:
		return r.call(e)
	case e.Kind == syntax.String:
		r.fields(e)
		return false
	case (e.Kind == syntax.Star || e.Kind == syntax.Comprehend) && r.stateOf(iterated(e)).of != nothing:
		r.found.whole(r.scope, iterated(e), false)
		r.expr(e.Y)
		return false
	case e.Kind == syntax.Binary || e.Is(syntax.Other, "not"):
		for _, item := range e.Items {
			r.tested(item)
		}
		return false
	case r.stateOf(e).of != nothing:
		if r.stateOf(e).of != delta {
			r.found.whole(r.scope, e, true)
		}
		return false
	}
	return true
}

// tested is about an expression of which only matters whether it is there. A state mostly is.
func (r *reader) tested(e *syntax.Expr) {
	if r.stateOf(e).of == nothing {
		r.expr(e)
	}
}

func required(u *use) { u.Required = true }

func optional(u *use) { u.Optional = true }

// iterated is what ** and * unpack, or what a comprehension goes through.
func iterated(e *syntax.Expr) *syntax.Expr {
	if e.Kind == syntax.Star {
		return e.X
	}
	return e.Items[0]
}

// fields are those of a formatted string, which show what they have.
func (r *reader) fields(e *syntax.Expr) {
	for i := range e.Segments {
		field := e.Segments[i].Field
		if r.stateOf(field).of == nothing {
			r.expr(field)
		} else if !r.quiet {
			r.found.whole(r.scope, field, false)
		}
	}
}

// setIn is what setting a key in a state is: a write, or the begin of a session.
func (r *reader) setIn(e *syntax.Expr) source.UseKind {
	if in, _ := r.bindings(e.Last()); e.Kind == syntax.Name && in.deltas[e.Name] == source.Begin {
		return source.Begin
	}
	return source.Set
}

// use notes what is done with a key.
func (r *reader) use(kind source.UseKind, of state, key *syntax.Expr, edit func(*use)) {
	u := use{owner: r.owner, stmt: r.stmt, of: of, key: key}
	u.Kind, u.Span, u.Test = kind, r.file.of(key), r.owner.test
	if !u.Writes() && (of.of == delta || of.of == nothing) {
		return
	}
	t := r.text(key)
	if t == nil || strings.ReplaceAll(t.value, source.UnknownPart, "") == "" {
		r.found.open(r.scope, key, "key", !u.Writes(), u.Writes())
		r.found.byScope[r.owner] = append(r.found.byScope[r.owner], u)
		return
	}
	if t.file == r.file && t.start >= key.Start && t.end <= key.End {
		u.Span = r.span(t.start, t.end)
	}
	u.Key, u.Partial, u.Optional = t.value, t.partial(), r.condition
	if edit != nil {
		edit(&u)
	}
	r.found.add(u)
}
