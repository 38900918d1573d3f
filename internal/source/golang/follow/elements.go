package follow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// elements lists the elements, or the keys, of a list or map that is written
// out, there or in each value that a variable gets. It reports false if there
// may be more of them.
func (p *Values) elements(e ast.Expr, kind defKind) ([]ast.Expr, bool) {
	l := lister{Values: p, kind: kind, seen: map[*types.Var]bool{}, all: true}
	l.list(e)
	return l.found, l.all
}

// applyEach applies a sink to all that an index may give, of a list or map of texts that is
// written out. It reports false if it is something else.
func (p *Tracer) applyEach(s Sink, e ast.Expr) bool {
	x, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok || s.Kind == framework.MapSink || s.Op == framework.OpAssert {
		return false
	}
	if !holdsTexts(p.TypesInfo.TypeOf(x.X)) || p.holdsState(x.X) {
		return false
	}
	list, all := p.elements(x.X, ElemDef)
	if !all || len(list) == 0 {
		return false
	}
	for _, elem := range list {
		p.apply(s, elem)
	}
	return true
}

// holdsTexts reports whether the elements of a type are texts.
func holdsTexts(t types.Type) bool {
	if t == nil {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Map:
		return framework.IsStringKind(t.Elem())
	case *types.Slice:
		return framework.IsStringKind(t.Elem())
	case *types.Array:
		return framework.IsStringKind(t.Elem())
	}
	return false
}

// lister gathers elements.
type lister struct {
	*Values
	kind  defKind
	seen  map[*types.Var]bool
	found []ast.Expr
	all   bool
}

func (l *lister) list(e ast.Expr) {
	e = ast.Unparen(e)
	if lit, ok := e.(*ast.CompositeLit); ok {
		list, ok := l.literalElements(lit, l.kind)
		l.found = append(l.found, list...)
		l.all = l.all && ok
		return
	}
	if call, ok := e.(*ast.CallExpr); ok {
		l.call(call)
		return
	}
	if v := l.Index.Variable(e); v != nil && len(l.Index.Defs[v]) > 0 {
		l.variable(v)
		return
	}
	l.all = l.all && l.TypesInfo.Types[e].IsNil()
}

func (l *lister) variable(v *types.Var) {
	if l.seen[v] {
		return // list = append(list, …)
	}
	l.seen[v] = true
	for _, d := range l.Index.Defs[v] {
		switch d.Kind {
		case ElementDef:
			l.found = append(l.found, d.Expr)
		case ValueDef:
			l.list(d.Expr)
		default:
			l.all = false
		}
	}
	l.written(v)
}

// written lists what is set by an index, v[key] = value, or copied.
func (l *lister) written(v *types.Var) {
	for _, from := range l.Index.copied[v] {
		l.list(from)
	}
	for _, w := range l.Index.writes[v] {
		switch {
		case w.value == nil: // delete(v, key)
		case l.kind == ElemDef:
			l.found = append(l.found, w.value)
		case !framework.IsList(v.Type()):
			l.found = append(l.found, w.key)
		}
	}
}

// call lists what append puts together; make begins with nothing.
func (l *lister) call(call *ast.CallExpr) {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	switch {
	case ok && l.IsBuiltin(id, "make"):
	case ok && l.IsBuiltin(id, "append") && l.kind == ElemDef && len(call.Args) > 0:
		l.list(call.Args[0])
		for i, arg := range call.Args[1:] {
			if call.Ellipsis.IsValid() && i == len(call.Args)-2 {
				l.list(arg)
				continue
			}
			l.found = append(l.found, arg)
		}
	default:
		l.all = false
	}
}

func (p *Values) literalElements(lit *ast.CompositeLit, kind defKind) ([]ast.Expr, bool) {
	t := p.TypesInfo.TypeOf(lit)
	_, isMap := t.Underlying().(*types.Map)
	if !isMap && (kind == KeyDef || !framework.IsList(t)) {
		return nil, false // the index of a list is no text
	}
	var list []ast.Expr
	for _, elt := range lit.Elts {
		kv, keyed := elt.(*ast.KeyValueExpr)
		switch {
		case keyed && kind == KeyDef:
			list = append(list, kv.Key)
		case keyed:
			list = append(list, kv.Value)
		case framework.IsList(t):
			list = append(list, elt)
		}
	}
	return list, true
}
