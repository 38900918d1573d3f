package follow

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// List returns the elements of a list or a map, and whether these are all.
func (t *Follower) List(v Value) (elems []Value, all bool) { return t.items(v, ElemDef) }

// Keys returns the keys of a map, and whether these are all.
func (t *Follower) Keys(v Value) (keys []Value, all bool) { return t.items(v, KeyDef) }

// items returns the elements, or the keys of a map.
func (t *Follower) items(v Value, kind defKind) (elems []Value, all bool) {
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
	add := func(more []Value, complete bool) { elems, all = append(elems, more...), all && complete }
	filled := map[*types.Var]bool{}
	for _, term := range t.Follow(v) {
		add(t.elements(term, kind))
		for _, x := range term.held {
			if pkg := t.byTypes[x.Pkg()]; pkg != nil && !filled[x] {
				filled[x] = true
				add(t.written(Value{Pkg: pkg, Env: term.Env}, x, kind))
			}
		}
	}
	return elems, all
}

// elements returns those of one term.
func (t *Follower) elements(term Value, kind defKind) (elems []Value, all bool) {
	if term.IsList {
		return t.items(term, kind)
	}
	switch e := ast.Unparen(term.Expr).(type) {
	case *ast.CompositeLit:
		isList := framework.IsList(term.Pkg.TypesInfo.TypeOf(e))
		if term.Fields() != nil || isList && kind == KeyDef {
			return nil, false // the index of a list is no text
		}
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok && kind == KeyDef {
				elt = kv.Key
			} else if ok {
				elt = kv.Value
			}
			elems = append(elems, t.element(term.With(elt))...)
		}
		return elems, true
	case *ast.CallExpr:
		return t.joined(term, e, kind)
	}
	return nil, false
}

// written returns what is set by an index, x[key] = value, or copied.
func (t *Follower) written(in Value, x *types.Var, kind defKind) (elems []Value, all bool) {
	all = true
	for _, from := range in.Pkg.Index.copied[x] {
		more, complete := t.items(in.With(from), kind)
		elems, all = append(elems, more...), all && complete
	}
	for _, w := range in.Pkg.Index.writes[x] {
		switch {
		case kind == ElemDef:
			elems = append(elems, t.element(in.With(w.value))...)
		case !framework.IsList(x.Type()):
			elems = append(elems, t.element(in.With(w.key))...)
		}
	}
	return elems, all
}

// indexed follows a generic function to itself, and an element of texts that are written out to all of these.
func (t *Follower) indexed(v Value, e *ast.IndexExpr) []Value {
	if _, isFunc := v.Pkg.TypesInfo.TypeOf(e).(*types.Signature); isFunc {
		return t.Follow(v.With(e.X))
	}
	if holdsTexts(v.Pkg.TypesInfo.TypeOf(e.X)) && !v.Pkg.holdsState(e.X) {
		if list, all := t.List(v.With(e.X)); all && len(list) > 0 {
			return list
		}
	}
	return []Value{v}
}

// holdsTexts reports whether the elements of a type are texts.
func holdsTexts(t types.Type) bool {
	if t == nil {
		return false
	}
	list, ok := t.Underlying().(interface{ Elem() types.Type })
	return ok && framework.IsStringKind(list.Elem())
}

// element follows an element of a list, and notes where it is listed.
func (t *Follower) element(v Value) []Value {
	list := t.Follow(v)
	if slices.ContainsFunc(list, func(term Value) bool { return term.part }) {
		list = []Value{v}
	}
	for i := range list {
		list[i].listed = v.Pkg.Span(v.Expr)
	}
	return list
}

// joined returns the elements of what append, slices.Concat or make returns.
func (t *Follower) joined(v Value, call *ast.CallExpr, kind defKind) (elems []Value, all bool) {
	all = true
	add := func(list []Value, complete bool) { elems, all = append(elems, list...), all && complete }
	id, _ := ast.Unparen(call.Fun).(*ast.Ident)
	fn := v.Pkg.Index.Function(call)
	switch {
	case id != nil && v.Pkg.IsBuiltin(id, "make"):
	case id != nil && v.Pkg.IsBuiltin(id, "append"):
		add(t.items(v.With(call.Args[0]), kind))
		for i, arg := range call.Args[1:] {
			if call.Ellipsis.IsValid() && i == len(call.Args)-2 {
				add(t.items(v.With(arg), kind))
			} else {
				elems = append(elems, t.element(v.With(arg))...)
			}
		}
	case v.Pkg.Calls(call, framework.WorkflowChain):
		return []Value{v}, true // of edges that are read together
	case fn != nil && slices.Contains(joining, fn.FullName()), v.Pkg.Calls(call, framework.WorkflowConcat):
		for _, arg := range call.Args {
			if StructOf(v.Pkg.TypesInfo.TypeOf(arg)) != nil {
				elems = append(elems, t.element(v.With(arg))...) // an edge among lists of them
				continue
			}
			add(t.items(v.With(arg), kind))
		}
	default:
		return nil, false
	}
	return elems, all
}

// joining are functions whose results have the elements of all arguments.
var joining = []string{"slices.Concat", "slices.Clone", "maps.Clone"}

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
	if v.IsList {
		return "", false
	}
	ev := v.Pkg.Evaluator()
	ev.env, ev.follower = v.Env, t
	text := ev.eval(v.Expr)
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
