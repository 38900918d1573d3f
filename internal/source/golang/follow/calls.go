package follow

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

func (ev Evaluator) follow(e ast.Expr) Text {
	if *ev.steps--; ev.depth > MaxDepth || *ev.steps < 0 {
		return ev.HoleAt(e)
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
	return ev.HoleAt(e)
}

func (ev Evaluator) object(e ast.Expr, obj types.Object) Text {
	switch obj := obj.(type) {
	case *types.Const:
		return ev.constText(e, obj)
	case *types.Var:
		return ev.varText(e, obj.Origin())
	}
	return ev.HoleAt(e)
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
	return ev.HoleAt(e)
}

func (ev Evaluator) varText(e ast.Expr, v *types.Var) Text {
	if t, ok := ev.embedded(v); ok {
		return t
	}
	if ev.follower != nil {
		if text, ok := ev.follower.variable(Value{Expr: e, Pkg: ev.Values, Env: ev.env}); ok {
			return Text{{Text: text, From: ev.OriginOf(e)}}
		}
	}
	if bound, ok := ev.env.lookup(v); ok && !bound.IsList {
		inner := ev.deeper()
		inner.Values, inner.env = bound.Pkg, bound.Env
		return inner.eval(bound.Expr)
	}
	if d, ok := ev.Index.Only(v); ok {
		switch d.Kind {
		case ValueDef:
			if t := ev.deeper().eval(d.Expr); t.says() {
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
	t := ev.HoleAt(e)
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
		return ev.HoleAt(call)
	}
	fn := ev.Index.Function(call)
	if fn == nil || !Suits(call, fn) {
		return ev.HoleAt(call)
	}
	switch fn.FullName() {
	case "fmt.Sprintf":
		return ev.sprintf(call)
	case "fmt.Sprint":
		if len(call.Args) == 1 {
			return ev.deeper().eval(call.Args[0])
		}
	case "strings.TrimSpace": // around a text is nothing that is looked for
		return ev.deeper().eval(call.Args[0])
	case "strings.Join":
		return ev.joinCall(call)
	}
	if t, ok := ev.embeddedFile(call, fn); ok {
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
	return t, !t.OnlyHole()
}

// joinCall is strings.Join of a list that is written out.
func (ev Evaluator) joinCall(call *ast.CallExpr) Text {
	lit, ok := ev.Resolved(call.Args[0]).(*ast.CompositeLit)
	if !ok {
		return ev.HoleAt(call)
	}
	sep := ev.deeper().eval(call.Args[1])
	var out Text
	for i, e := range lit.Elts {
		if i > 0 {
			out = Join(out, sep)
		}
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		out = Join(out, ev.deeper().eval(e))
	}
	return out
}

// inline follows a call of a function of this package to the one expression
// that it returns.
func (ev Evaluator) inline(call *ast.CallExpr, fn *types.Func) Text {
	result := ResultOf(ev.Index.Bodies[fn])
	sig := fn.Signature()
	isBound := !sig.Variadic() && len(call.Args) == sig.Params().Len()
	if !isBound || result == nil || ev.depth > MaxDepth {
		return ev.HoleAt(call)
	}
	inner, here := ev.deeper(), Value{Expr: call, Pkg: ev.Values, Env: ev.env}
	inner.env = here.Bind(call, Function{Pkg: ev.Values, Decl: ev.Index.Bodies[fn]}, nil, Value{})
	if t := inner.eval(result); !t.OnlyHole() {
		return t
	}
	return ev.HoleAt(call)
}

// argument evaluates an argument; what isn't text is a hole.
func (ev Evaluator) argument(arg ast.Expr) Text {
	if framework.IsStringKind(ev.TypesInfo.TypeOf(arg)) {
		return ev.deeper().eval(arg)
	}
	return ev.HoleAt(arg)
}

// verb matches one directive of a format: flags, argument index, width,
// precision, verb.
var verb = regexp.MustCompile(`%[-+# 0]*(?:\[(\d+)\])?(\*|\d+)?(?:\.(\*|\d+)?)?(?:\[(\d+)\])?([a-zA-Z%])`)

// sprintf expands a format as far as its text and arguments are known.
// Whatever is not a plain %s, %v or %d of a known argument is a hole.
func (ev Evaluator) sprintf(call *ast.CallExpr) Text {
	if len(call.Args) == 0 {
		return ev.HoleAt(call)
	}
	format := ev.deeper().eval(call.Args[0])
	if !format.Known() || call.Ellipsis.IsValid() {
		return ev.HoleAt(call)
	}
	s := format.String()
	var out Text
	at, next := 0, 1
	for _, m := range verb.FindAllStringSubmatchIndex(s, -1) {
		out = Join(out, format.slice(at, m[0]))
		at = m[1]
		directive := s[m[0]:m[1]]
		if directive == "%%" {
			out = Join(out, format.slice(m[0], m[0]+1))
			continue
		}
		if strings.ContainsAny(directive, "[*") {
			return ev.HoleAt(call)
		}
		out = Join(out, ev.operand(call, next, directive))
		next++
	}
	return Join(out, format.slice(at, len(s)))
}

func (ev Evaluator) operand(call *ast.CallExpr, n int, directive string) Text {
	if n < 1 || n >= len(call.Args) {
		return ev.HoleAt(call)
	}
	arg := call.Args[n]
	switch directive {
	case "%s", "%v":
		if framework.IsStringKind(ev.TypesInfo.TypeOf(arg)) && !framework.HasTextMethod(ev.TypesInfo.TypeOf(arg)) {
			return ev.deeper().eval(arg)
		}
	}
	tv := ev.TypesInfo.Types[arg]
	if tv.Value != nil && tv.Value.Kind() == constant.Int && (directive == "%d" || directive == "%v") {
		return Text{{Text: tv.Value.ExactString(), From: ev.OriginOf(arg)}}
	}
	return ev.HoleAt(arg)
}
