package follow

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// replacement is what one call of the strings package puts in the place of texts.
type replacement struct {
	of    ast.Expr  // the text that it replaces in
	pairs [][2]Text // old and new; nil: not known
}

// replacementOf reads strings.Replace, strings.ReplaceAll, and strings.NewReplacer(…).Replace.
func (ev Evaluator) replacementOf(call *ast.CallExpr, fn *types.Func) (replacement, bool) {
	if len(call.Args) == 0 {
		return replacement{}, false
	}
	r := replacement{of: call.Args[0]}
	switch fn.FullName() {
	case "strings.ReplaceAll":
		r.pairs = ev.pairsOf(call.Args[1:])
	case "strings.Replace":
		if n := ev.TypesInfo.Types[call.Args[3]].Value; n != nil && constant.Sign(n) < 0 {
			r.pairs = ev.pairsOf(call.Args[1:3])
		}
	case "(*strings.Replacer).Replace":
		if made := ev.replacer(call); made != nil {
			r.pairs = ev.pairsOf(made.Args)
		}
	default:
		return replacement{}, false
	}
	return r, true
}

// replacer is the call of strings.NewReplacer that made what Replace is called on; nil: it
// is not known.
func (ev Evaluator) replacer(call *ast.CallExpr) *ast.CallExpr {
	sel := SelectorOf(call)
	if sel == nil {
		return nil
	}
	made, ok := ev.Resolved(sel.X).(*ast.CallExpr)
	if !ok || made.Ellipsis.IsValid() || len(made.Args)%2 != 0 {
		return nil
	}
	if fn := ev.Index.Function(made); fn == nil || fn.FullName() != "strings.NewReplacer" {
		return nil
	}
	return made
}

// pairsOf evaluates what is replaced, and by what; nil if what is replaced is not known.
func (ev Evaluator) pairsOf(args []ast.Expr) [][2]Text {
	var pairs [][2]Text
	for i := 0; i+1 < len(args); i += 2 {
		old := ev.deeper().eval(args[i])
		if !old.Known() || old.String() == "" {
			return nil
		}
		pairs = append(pairs, [2]Text{old, ev.deeper().eval(args[i+1])})
	}
	return pairs
}

// replaced evaluates a call that replaces parts of a text.
func (ev Evaluator) replaced(call *ast.CallExpr, r replacement) Text {
	text := ev.deeper().eval(r.of)
	if r.pairs == nil || text.OnlyHole() {
		return ev.HoleAt(call)
	}
	return r.in(text)
}

// in replaces in a text what comes first, as strings.Replacer does.
func (r replacement) in(t Text) Text {
	var out Text
	s := t.String()
	done := 0
	for at := 0; at < len(s); {
		old, with := r.at(s[at:])
		if old == 0 {
			at++
			continue
		}
		out = Join(out, t.slice(done, at), with)
		at += old
		done = at
	}
	return Join(out, t.slice(done, len(s)))
}

// at returns how much of the beginning of a text is replaced, and by what.
func (r replacement) at(s string) (int, Text) {
	for _, p := range r.pairs {
		if old := p[0].String(); strings.HasPrefix(s, old) {
			return len(old), p[1]
		}
	}
	return 0, nil
}

// isRewritten reports whether a variable gets a value that is made of its value before:
// text = strings.ReplaceAll(text, "{x}", x).
func (p *Values) isRewritten(v *types.Var) bool {
	return slices.ContainsFunc(p.Index.Defs[v], func(d Def) bool {
		call, ok := ast.Unparen(d.Expr).(*ast.CallExpr)
		isWhole := d.Kind == ValueDef || d.Kind == ResultDef
		return ok && isWhole && p.takes(call, v) && p.rewrites(call)
	})
}

// rewrites reports whether a call may replace anything in the texts that it is given.
func (p *Values) rewrites(call *ast.CallExpr) bool {
	fn := p.Index.Function(call)
	if fn == nil {
		return true
	}
	_, replaces := p.Evaluator().replacementOf(call, fn)
	return replaces || p.Eval(call).OnlyHole()
}

// takes reports whether a variable is one of the texts that a call is given, or one is
// made of it.
func (p *Values) takes(call *ast.CallExpr, v *types.Var) bool {
	for _, arg := range call.Args {
		if p.Index.Variable(arg) == v {
			return true
		}
		inner, ok := ast.Unparen(arg).(*ast.CallExpr)
		if ok && framework.IsStringKind(p.TypesInfo.TypeOf(inner)) && p.takes(inner, v) {
			return true
		}
	}
	return false
}
