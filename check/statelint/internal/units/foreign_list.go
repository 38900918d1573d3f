package units

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
)

// follow is that of a tracer, with few steps: an instruction may have many parts.
func (m *mixer) follow(v value, seen func(value)) []value {
	t := m.tracer(seen)
	t.steps = min(mostSteps, m.left)
	terms := t.follow(v)
	m.left -= min(mostSteps, m.left) - max(t.steps, 0)
	return terms
}

// ranged is the list that a variable has its values from, one after another.
func (m *mixer) ranged(v value) (value, bool) {
	x, pkg := m.variable(v)
	if x == nil || len(pkg.Index.Defs[x]) != 1 || pkg.Index.Defs[x][0].Kind != flow.ElemDef {
		return value{}, false
	}
	return value{expr: pkg.Index.Defs[x][0].Expr, pkg: pkg, env: v.env}, true
}

// variable is the variable that an expression names, and its package, if that is one of the
// program.
func (m *mixer) variable(v value) (*types.Var, *Package) {
	x := v.pkg.Index.Variable(v.expr)
	if x == nil || m.byTypes[x.Pkg()] == nil {
		return nil, nil
	}
	return x, m.byTypes[x.Pkg()]
}

// list says what the elements of a list are put together from, as one text.
func (m *mixer) list(v value) mix {
	var parts []part
	m.elements(v, map[*types.Var]bool{}, 0, func(e value) { parts = append(parts, part{m.text(e), m.placeOf(e)}) })
	return joined(parts)
}

// elements calls a function for the elements that a list gets anywhere.
func (m *mixer) elements(v value, seen map[*types.Var]bool, depth int, each func(value)) {
	const deepest = 10
	if depth > deepest || v.expr == nil {
		return
	}
	if v.isList {
		for _, e := range v.elems {
			each(e)
		}
		return
	}
	switch e := ast.Unparen(v.expr).(type) {
	case *ast.Ident, *ast.SelectorExpr:
		m.elementsOf(v, seen, depth, each)
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			each(v.with(elt))
		}
	case *ast.CallExpr:
		m.elementsOfCall(v, e, seen, depth, each)
	}
}

// elementsOf are those of a variable.
func (m *mixer) elementsOf(v value, seen map[*types.Var]bool, depth int, each func(value)) {
	x, pkg := m.variable(v)
	if x == nil || seen[x] {
		return
	}
	seen[x] = true
	if bound, ok := v.env.lookup(x); ok {
		m.elements(bound, seen, depth+1, each)
		return
	}
	if _, isParam := pkg.Index.Params[x]; isParam || x.IsField() {
		return
	}
	for _, d := range pkg.Index.Defs[x] {
		if d.Kind == flow.ValueDef {
			m.elements(value{expr: d.Expr, pkg: pkg, env: v.env}, seen, depth+1, each)
		}
	}
}

// elementsOfCall are those of what append, or a function of the program, returns.
func (m *mixer) elementsOfCall(v value, call *ast.CallExpr, seen map[*types.Var]bool, depth int, each func(value)) {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && v.pkg.IsBuiltin(id, "append") {
		m.elements(v.with(call.Args[0]), seen, depth+1, each)
		for i, arg := range call.Args[1:] {
			if call.Ellipsis.IsValid() && i == len(call.Args)-2 {
				m.elements(v.with(arg), seen, depth+1, each)
			} else {
				each(v.with(arg))
			}
		}
		return
	}
	for _, c := range m.tracer(nil).callees(v, call) {
		for _, ret := range flow.Returns(body(c.fn.node)) {
			if len(ret.Results) > 0 {
				m.elements(value{expr: ret.Results[0], pkg: c.fn.pkg, env: c.env}, seen, depth+1, each)
			}
		}
	}
}
