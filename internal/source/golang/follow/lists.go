package follow

import (
	"go/ast"
	"go/token"
	"slices"
)

// List returns the elements of a list, and whether these are all.
func (t *Follower) List(v Value) (elems []Value, all bool) {
	if v.IsList {
		for _, e := range v.elems {
			elems = append(elems, t.element(e)...)
		}
		return elems, true
	}
	at := activity{v.Expr, v.Env, true}
	if t.active[at] {
		return nil, true
	}
	t.active[at] = true
	defer delete(t.active, at)
	all = true
	for _, term := range t.Follow(v) {
		more, complete := t.elements(term)
		elems, all = append(elems, more...), all && complete
	}
	return elems, all
}

// elements returns those of one term.
func (t *Follower) elements(term Value) (elems []Value, all bool) {
	if term.IsList {
		return t.List(term)
	}
	switch e := ast.Unparen(term.Expr).(type) {
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			elems = append(elems, t.element(term.With(elt))...)
		}
		return elems, true
	case *ast.CallExpr:
		return t.joined(term, e)
	}
	return nil, false
}

// element follows an element of a list, and notes where it is listed.
func (t *Follower) element(v Value) []Value {
	list := t.Follow(v)
	for i := range list {
		list[i].listed = v.Pkg.Span(v.Expr)
	}
	return list
}

// joined returns the elements of what append, slices.Concat or make returns.
func (t *Follower) joined(v Value, call *ast.CallExpr) (elems []Value, all bool) {
	all = true
	add := func(list []Value, complete bool) { elems, all = append(elems, list...), all && complete }
	id, _ := ast.Unparen(call.Fun).(*ast.Ident)
	fn := v.Pkg.Index.Function(call)
	switch {
	case id != nil && v.Pkg.IsBuiltin(id, "make"):
	case id != nil && v.Pkg.IsBuiltin(id, "append"):
		add(t.List(v.With(call.Args[0])))
		for i, arg := range call.Args[1:] {
			if call.Ellipsis.IsValid() && i == len(call.Args)-2 {
				add(t.List(v.With(arg)))
			} else {
				elems = append(elems, t.element(v.With(arg))...)
			}
		}
	case fn != nil && (fn.FullName() == "slices.Concat" || fn.FullName() == "slices.Clone"):
		for _, arg := range call.Args {
			add(t.List(v.With(arg)))
		}
	default:
		return nil, false
	}
	return elems, all
}

// Text is the one string that a value is.
func (t *Follower) Text(v Value) (string, bool) {
	var found []string
	for _, term := range t.Follow(v) {
		s, ok := t.TermText(term)
		if !ok {
			return "", false
		}
		found = append(found, s)
	}
	slices.Sort(found)
	found = slices.Compact(found)
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}

// TermText is the string that a term is.
func (t *Follower) TermText(v Value) (string, bool) {
	if b, ok := ast.Unparen(v.Expr).(*ast.BinaryExpr); ok && b.Op == token.ADD {
		x, ok1 := t.Text(v.With(b.X))
		y, ok2 := t.Text(v.With(b.Y))
		return x + y, ok1 && ok2
	}
	if v.IsList {
		return "", false
	}
	text := v.Pkg.EvalIn(v.Expr, func(e ast.Expr) (string, bool) { return t.variable(v.With(e)) })
	return text.String(), text.Known()
}

// variable is the string that a variable in a term holds, unless that is what is asked for already.
func (t *Follower) variable(v Value) (string, bool) {
	at := activity{v.Expr, v.Env, true}
	if t.active[at] {
		return "", false
	}
	t.active[at] = true
	defer delete(t.active, at)
	return t.Text(v)
}
