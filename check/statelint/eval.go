package statelint

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/check/statelint/internal/origin"
)

// maxDepth bounds how far expressions are followed through variables and
// calls, which can be recursive; maxSteps how many of them one expression may
// lead to.
const (
	maxDepth = 12
	maxSteps = 10_000
)

// evaluator computes what is known of a string expression.
type evaluator struct {
	*Values
	env   map[*types.Var]text // parameters of the function being followed
	depth int
	steps *int // left
}

func (p *Values) evaluator() evaluator {
	steps := maxSteps
	return evaluator{Values: p, steps: &steps}
}

func (p *Values) eval(e ast.Expr) text { return p.evaluator().eval(e) }

func (ev evaluator) eval(e ast.Expr) text {
	t := ev.follow(ast.Unparen(e))
	if want, ok := ev.constant(e); ok && t.string() != want {
		return text{{Text: want, From: ev.originOf(e)}}
	}
	return t
}

// constant returns what the compiler knows an expression to be.
func (ev evaluator) constant(e ast.Expr) (string, bool) {
	tv, ok := ev.TypesInfo.Types[e]
	if !ok || tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}

func (ev evaluator) follow(e ast.Expr) text {
	if *ev.steps--; ev.depth > maxDepth || *ev.steps < 0 {
		return ev.hole(e)
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return ev.literal(e)
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return join(ev.deeper().eval(e.X), ev.deeper().eval(e.Y))
		}
	case *ast.Ident:
		return ev.object(e, ev.TypesInfo.ObjectOf(e))
	case *ast.SelectorExpr:
		return ev.object(e, ev.TypesInfo.Uses[e.Sel])
	case *ast.CallExpr:
		return ev.call(e)
	}
	return ev.hole(e)
}

func (ev evaluator) deeper() evaluator {
	ev.depth++
	return ev
}

func (ev evaluator) hole(e ast.Expr) text {
	return text{{Hole: true, From: ev.originOf(e)}}
}

func (ev evaluator) literal(lit *ast.BasicLit) text {
	s, err := strconv.Unquote(lit.Value)
	if err != nil {
		return ev.hole(lit)
	}
	from := ev.originOf(lit)
	from.Kind = origin.Quoted
	if strings.HasPrefix(lit.Value, "`") {
		from.Kind = origin.Raw
	}
	return text{{Text: s, From: from}}
}

func (ev evaluator) object(e ast.Expr, obj types.Object) text {
	switch obj := obj.(type) {
	case *types.Const:
		return ev.constText(e, obj)
	case *types.Var:
		return ev.varText(e, obj.Origin())
	}
	return ev.hole(e)
}

func (ev evaluator) constText(e ast.Expr, c *types.Const) text {
	if value, ok := ev.index.consts[c]; ok {
		return ev.deeper().eval(value)
	}
	if f := new(textFact); ev.importFact(c, f) {
		return f.Text
	}
	if c.Val().Kind() == constant.String {
		return text{{Text: constant.StringVal(c.Val()), From: ev.originOf(e)}}
	}
	return ev.hole(e)
}

func (ev evaluator) varText(e ast.Expr, v *types.Var) text {
	if t, ok := ev.env[v]; ok {
		return t
	}
	if t, ok := ev.embedded(v); ok {
		return t
	}
	if d, ok := ev.index.only(v); ok {
		switch d.kind {
		case isValue:
			if t := ev.deeper().eval(d.expr); !t.onlyHole() || t[0].source != nil || t.file() != nil {
				return t
			}
		case isResult:
			if t, ok := ev.result(d); ok {
				return t
			}
		}
	}
	if f := new(textFact); ev.importFact(v, f) {
		return f.Text
	}
	t := ev.hole(e)
	t[0].source = v
	return t
}

// call evaluates conversions, the functions of the standard library that
// texts are built with, and functions that return one expression.
func (ev evaluator) call(call *ast.CallExpr) text {
	if tv := ev.TypesInfo.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		from := ev.TypesInfo.TypeOf(call.Args[0])
		if from != nil && framework.IsStringKind(tv.Type) && (framework.IsStringKind(from) || framework.IsBytes(from)) {
			return ev.deeper().eval(call.Args[0])
		}
		return ev.hole(call)
	}
	fn := ev.index.function(call)
	if fn == nil || !suits(call, fn) {
		return ev.hole(call)
	}
	switch fn.FullName() {
	case "fmt.Sprintf":
		return ev.sprintf(call)
	case "fmt.Sprint":
		if len(call.Args) == 1 {
			return ev.deeper().eval(call.Args[0])
		}
	case "strings.TrimSpace":
		return ev.deeper().eval(call.Args[0]).trimSpace()
	case "strings.Join":
		return ev.joinCall(call)
	case "path.Join", "path/filepath.Join":
		return ev.joinPath(call)
	}
	if t, ok := ev.fileRead(call, fn); ok {
		return t
	}
	if fn.Pkg() != ev.Pkg {
		return ev.summary(call, fn)
	}
	return ev.inline(call, fn)
}

// result evaluates the first of several results of a call.
func (ev evaluator) result(d def) (text, bool) {
	call, ok := ast.Unparen(d.expr).(*ast.CallExpr)
	if !ok || d.result != 0 {
		return nil, false
	}
	t := ev.deeper().call(call)
	return t, !t.onlyHole() || t.file() != nil
}

// joinCall is strings.Join of a list that is written out.
func (ev evaluator) joinCall(call *ast.CallExpr) text {
	list, ok := ev.listOf(call.Args[0])
	if !ok {
		return ev.hole(call)
	}
	sep := ev.deeper().eval(call.Args[1])
	var out text
	for i, e := range list {
		if i > 0 {
			out = join(out, sep)
		}
		out = join(out, ev.deeper().eval(e))
	}
	return out
}

// joinPath is path.Join of elements that are written out. Where some are not
// known, it leaves in what they may take away: "..".
func (ev evaluator) joinPath(call *ast.CallExpr) text {
	if call.Ellipsis.IsValid() {
		return ev.hole(call)
	}
	var out text
	for _, arg := range call.Args {
		if len(out) > 0 {
			out = join(out, text{{Text: "/", From: ev.originOf(call)}})
		}
		out = join(out, ev.deeper().eval(arg))
	}
	if !out.known() {
		return out
	}
	return text{{Text: path.Join(out.string()), From: ev.originOf(call)}}
}

// listOf returns the elements of a slice or array that is written out.
func (p *Values) listOf(e ast.Expr) ([]ast.Expr, bool) {
	if v := p.index.variable(e); v != nil {
		d, ok := p.index.only(v)
		if !ok || d.kind != isValue {
			return nil, false
		}
		e = d.expr
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok || !framework.IsList(p.TypesInfo.TypeOf(lit)) {
		return nil, false
	}
	list := make([]ast.Expr, len(lit.Elts))
	for i, elt := range lit.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			elt = kv.Value
		}
		list[i] = elt
	}
	return list, true
}
