package follow

import (
	"go/ast"
	"go/constant"
	"strconv"
	"strings"
)

// maxDepth bounds how far expressions are followed through variables and
// calls, which can be recursive; maxSteps how many of them one expression may
// lead to.
const (
	MaxDepth = 12
	maxSteps = 10_000
)

// Evaluator computes what is known of a string expression.
type Evaluator struct {
	*Values
	env      *Env      // parameters of the function being followed
	follower *Follower // that knows more of variables; may be nil
	depth    int
	steps    *int // left
}

// Evaluator begins to follow an expression.
func (p *Values) Evaluator() Evaluator {
	steps := maxSteps
	return Evaluator{Values: p, steps: &steps}
}

// Eval is what is known of a string expression.
func (p *Values) Eval(e ast.Expr) Text { return p.Evaluator().eval(e) }

func (ev Evaluator) eval(e ast.Expr) Text {
	if ev.follower != nil && ev.follower.Seen != nil {
		ev.follower.Seen(Value{Expr: e, Pkg: ev.Values, Env: ev.env})
	}
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

func (ev Evaluator) deeper() Evaluator {
	ev.depth++
	return ev
}

// HoleAt is an unknown text that an expression gives.
func (ev Evaluator) HoleAt(e ast.Expr) Text {
	return Text{{Hole: true, From: ev.OriginOf(e)}}
}

func (ev Evaluator) literal(lit *ast.BasicLit) Text {
	s, err := strconv.Unquote(lit.Value)
	if err != nil {
		return ev.HoleAt(lit)
	}
	from := ev.OriginOf(lit)
	from.Kind = InQuoted
	if strings.HasPrefix(lit.Value, "`") {
		from.Kind = InRaw
	}
	return Text{{Text: s, From: from}}
}
