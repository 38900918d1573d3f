package flow

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
	MaxDepth = 12
	maxSteps = 10_000
)

// Evaluator computes what is known of a string expression.
// Evaluator begins to follow an expression.
type Evaluator struct {
	*Values
	env   map[*types.Var]Text // parameters of the function being followed
	depth int
	steps *int // left
}

func (p *Values) Evaluator() Evaluator {
	steps := maxSteps
	return Evaluator{Values: p, steps: &steps}
}

// Eval is what is known of a string expression.
func (p *Values) Eval(e ast.Expr) Text { return p.Evaluator().eval(e) }

func (ev Evaluator) eval(e ast.Expr) Text {
	t := ev.follow(ast.Unparen(e))
	if want, ok := ev.Constant(e); ok && t.String() != want {
		return Text{{Text: want, From: ev.OriginOf(e)}}
	}
	return t
}

// Constant returns what the compiler knows an expression to be.
func (ev Evaluator) Constant(e ast.Expr) (string, bool) {
	tv, ok := ev.TypesInfo.Types[e]
	if !ok || tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}

func (ev Evaluator) follow(e ast.Expr) Text {
	if *ev.steps--; ev.depth > MaxDepth || *ev.steps < 0 {
		return ev.Hole(e)
	}
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return ev.literal(e)
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return Join(ev.deeper().eval(e.X), ev.deeper().eval(e.Y))
		}
	case *ast.Ident:
		return ev.object(e, ev.TypesInfo.ObjectOf(e))
	case *ast.SelectorExpr:
		return ev.object(e, ev.TypesInfo.Uses[e.Sel])
	case *ast.CallExpr:
		return ev.call(e)
	}
	return ev.Hole(e)
}

func (ev Evaluator) deeper() Evaluator {
	ev.depth++
	return ev
}

// Hole is an unknown text that an expression gives.
func (ev Evaluator) Hole(e ast.Expr) Text {
	return Text{{Hole: true, From: ev.OriginOf(e)}}
}

func (ev Evaluator) literal(lit *ast.BasicLit) Text {
	s, err := strconv.Unquote(lit.Value)
	if err != nil {
		return ev.Hole(lit)
	}
	from := ev.OriginOf(lit)
	from.Kind = origin.Quoted
	if strings.HasPrefix(lit.Value, "`") {
		from.Kind = origin.Raw
	}
	return Text{{Text: s, From: from}}
}

func (ev Evaluator) object(e ast.Expr, obj types.Object) Text {
	switch obj := obj.(type) {
	case *types.Const:
		return ev.constText(e, obj)
	case *types.Var:
		return ev.varText(e, obj.Origin())
	}
	return ev.Hole(e)
}

func (ev Evaluator) constText(e ast.Expr, c *types.Const) Text {
	if value, ok := ev.Index.Consts[c]; ok {
		return ev.deeper().eval(value)
	}
	if f := new(textFact); ev.ImportFact(c, f) {
		return f.Text
	}
	if c.Val().Kind() == constant.String {
		return Text{{Text: constant.StringVal(c.Val()), From: ev.OriginOf(e)}}
	}
	return ev.Hole(e)
}

func (ev Evaluator) varText(e ast.Expr, v *types.Var) Text {
	if t, ok := ev.env[v]; ok {
		return t
	}
	if t, ok := ev.embedded(v); ok {
		return t
	}
	if d, ok := ev.Index.Only(v); ok {
		switch d.Kind {
		case ValueDef:
			if t := ev.deeper().eval(d.Expr); !t.OnlyHole() || t[0].source != nil || t.file() != nil {
				return t
			}
		case ResultDef:
			if t, ok := ev.result(d); ok {
				return t
			}
		}
	}
	if f := new(textFact); ev.ImportFact(v, f) {
		return f.Text
	}
	t := ev.Hole(e)
	t[0].source = v
	return t
}

// call evaluates conversions, the functions of the standard library that
// texts are built with, and functions that return one expression.
func (ev Evaluator) call(call *ast.CallExpr) Text {
	if tv := ev.TypesInfo.Types[call.Fun]; tv.IsType() && len(call.Args) == 1 {
		from := ev.TypesInfo.TypeOf(call.Args[0])
		if from != nil && framework.IsStringKind(tv.Type) && (framework.IsStringKind(from) || framework.IsBytes(from)) {
			return ev.deeper().eval(call.Args[0])
		}
		return ev.Hole(call)
	}
	fn := ev.Index.Function(call)
	if fn == nil || !Suits(call, fn) {
		return ev.Hole(call)
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
func (ev Evaluator) result(d Def) (Text, bool) {
	call, ok := ast.Unparen(d.Expr).(*ast.CallExpr)
	if !ok || d.Result != 0 {
		return nil, false
	}
	t := ev.deeper().call(call)
	return t, !t.OnlyHole() || t.file() != nil
}

// joinCall is strings.Join of a list that is written out.
func (ev Evaluator) joinCall(call *ast.CallExpr) Text {
	list, ok := ev.listOf(call.Args[0])
	if !ok {
		return ev.Hole(call)
	}
	sep := ev.deeper().eval(call.Args[1])
	var out Text
	for i, e := range list {
		if i > 0 {
			out = Join(out, sep)
		}
		out = Join(out, ev.deeper().eval(e))
	}
	return out
}

// joinPath is path.Join of elements that are written out. Where some are not
// known, it leaves in what they may take away: "..".
func (ev Evaluator) joinPath(call *ast.CallExpr) Text {
	if call.Ellipsis.IsValid() {
		return ev.Hole(call)
	}
	var out Text
	for _, arg := range call.Args {
		if len(out) > 0 {
			out = Join(out, Text{{Text: "/", From: ev.OriginOf(call)}})
		}
		out = Join(out, ev.deeper().eval(arg))
	}
	if !out.Known() {
		return out
	}
	return Text{{Text: path.Join(out.String()), From: ev.OriginOf(call)}}
}

// listOf returns the elements of a slice or array that is written out.
func (p *Values) listOf(e ast.Expr) ([]ast.Expr, bool) {
	if v := p.Index.Variable(e); v != nil {
		d, ok := p.Index.Only(v)
		if !ok || d.Kind != ValueDef {
			return nil, false
		}
		e = d.Expr
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
