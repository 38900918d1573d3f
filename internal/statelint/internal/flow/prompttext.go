package flow

import (
	"go/ast"
	"go/types"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// The text of an instruction is wanted even where it may be one of several, or has parts that
// are only written at times: each of them may be what the framework takes. An evaluator of
// whole texts puts all of them one after another, which would be wrong for a key.

// promptEvaluator begins to follow an expression to all that an instruction may be.
func (p *Values) promptEvaluator() Evaluator {
	ev := p.Evaluator()
	ev.whole = true
	return ev
}

// isOpen reports whether a text has a part of which nothing tells where it is from.
func (t Text) isOpen() bool {
	for _, i := range t.Holes() {
		if t[i].source == nil && t[i].File == nil {
			return true
		}
	}
	return false
}

// promptOf is the text of an expression, or if that is not known all that it may be.
func (p *Values) promptOf(e ast.Expr) Text {
	t := p.Eval(e)
	if t.isOpen() {
		if all := p.promptEvaluator().eval(e); !all.OnlyHole() || !all.isOpen() {
			return all
		}
	}
	return t
}

// alternatives are texts of which one holds.
func alternatives(list []Text) (all Text) {
	for i, t := range list {
		if i > 0 {
			all = append(all, Part{Text: "\n"})
		}
		if t.OnlyHole() {
			t = slices.Clone(t)
			for i := range t {
				t[i].Alone = true
			}
		}
		all = Join(all, t)
	}
	return all
}

// with is the evaluator where a variable has a text.
func (ev Evaluator) with(v *types.Var, t Text) Evaluator {
	ev = ev.deeper()
	ev.env = maps.Clone(ev.env)
	if ev.env == nil {
		ev.env = map[*types.Var]Text{}
	}
	ev.env[v] = t
	return ev
}

// allOf is all that a local variable may be, where it gets several values.
func (ev Evaluator) allOf(v *types.Var) (Text, bool) {
	_, isParam := ev.Index.Params[v]
	defs := ev.Index.Defs[v]
	if isParam || !ev.IsLocal(v) || len(defs) < 2 || ev.isRewritten(v) {
		return nil, false
	}
	inner := ev.with(v, Text{})
	var list []Text
	for _, d := range defs {
		switch d.Kind {
		case ValueDef, AppendDef:
			list = append(list, inner.eval(d.Expr))
		case ResultDef:
			t, ok := inner.result(d)
			if !ok {
				return nil, false
			}
			list = append(list, t)
		default:
			return nil, false
		}
	}
	return alternatives(list), true
}

// returned is all that a function may return first.
func (ev Evaluator) returned(body *ast.FuncDecl) (Text, bool) {
	var list []Text
	for _, result := range resultsOf(body) {
		list = append(list, ev.eval(result))
	}
	return alternatives(list), len(list) > 0
}

// stringOf is the builder whose text a call returns; nil: it is another call, or the text is
// not wanted.
func (ev Evaluator) stringOf(call *ast.CallExpr, fn *types.Func) *types.Var {
	if !ev.whole || fn.FullName() != "(*strings.Builder).String" && fn.FullName() != "(*bytes.Buffer).String" {
		return nil
	}
	return ev.builder(SelectorOf(call).X)
}

// built is what is written to a builder or buffer, in the order of the source.
func (ev Evaluator) built(v *types.Var) (all Text) {
	if ev.depth > MaxDepth {
		return nil
	}
	for _, call := range ev.builderCalls()[v] {
		all = Join(all, ev.write(call, v))
	}
	return all
}

// builderCalls are the calls that write to builders, or are given them.
func (p *Values) builderCalls() map[*types.Var][]*ast.CallExpr {
	if p.builders == nil {
		p.builders = map[*types.Var][]*ast.CallExpr{}
		for _, call := range p.Index.Calls {
			for _, v := range p.buildersIn(call) {
				p.builders[v] = append(p.builders[v], call)
			}
		}
	}
	return p.builders
}

// builder is the local variable of a builder that an expression is, or points to.
func (p *Values) builder(e ast.Expr) *types.Var {
	if v := p.builderOf(e); p.IsLocal(v) {
		return v
	}
	return nil
}

// write is what one call writes to a builder.
func (ev Evaluator) write(call *ast.CallExpr, v *types.Var) Text {
	fn := ev.Index.Function(call)
	if fn == nil || !Suits(call, fn) {
		return ev.HoleAt(call)
	}
	switch fn.FullName() {
	case "(*strings.Builder).String", "(*bytes.Buffer).String", "(*strings.Builder).Len", "(*bytes.Buffer).Len", "(*strings.Builder).Grow", "(*bytes.Buffer).Grow",
		"(*strings.Builder).WriteByte", "(*bytes.Buffer).WriteByte", "(*strings.Builder).WriteRune", "(*bytes.Buffer).WriteRune", "(*bytes.Buffer).Bytes":
		return nil
	case "(*strings.Builder).WriteString", "(*bytes.Buffer).WriteString", "(*strings.Builder).Write", "(*bytes.Buffer).Write":
		return ev.deeper().eval(call.Args[0])
	case "io.WriteString":
		return ev.deeper().eval(call.Args[1])
	case "fmt.Fprintf":
		return ev.deeper().sprintf(&ast.CallExpr{Fun: call.Fun, Lparen: call.Lparen, Args: call.Args[1:], Ellipsis: call.Ellipsis, Rparen: call.Rparen})
	case "fmt.Fprint", "fmt.Fprintln":
		var all Text
		for _, arg := range call.Args[1:] {
			all = Join(all, ev.argument(arg))
		}
		return all
	case "(*text/template.Template).Execute":
		return ev.template(call)
	}
	return ev.passedOn(call, fn, v)
}

// passedOn is what a function of this package writes to a builder that it is given.
func (ev Evaluator) passedOn(call *ast.CallExpr, fn *types.Func, v *types.Var) Text {
	params := fn.Signature().Params()
	if ev.Index.Bodies[fn] == nil || fn.Signature().Variadic() || len(call.Args) != params.Len() {
		return ev.HoleAt(call)
	}
	inner, at := ev.deeper(), -1
	for i, arg := range call.Args {
		if ev.builder(arg) == v {
			at = i
			continue
		}
		inner = inner.with(params.At(i), ev.argument(arg))
		inner.depth = ev.depth + 1
	}
	if at < 0 {
		return ev.HoleAt(call)
	}
	return inner.built(params.At(at))
}

var actions = regexp.MustCompile(`\{\{[^{}]*\}\}`)

// template is the text of a template that is executed, with a hole for each action.
func (ev Evaluator) template(call *ast.CallExpr) Text {
	parsed := ev.parsed(SelectorOf(call).X, 0)
	if parsed == nil {
		return ev.HoleAt(call)
	}
	text := ev.deeper().eval(parsed)
	if !text.Known() {
		return ev.HoleAt(call)
	}
	var all Text
	at := 0
	for _, m := range actions.FindAllStringIndex(text.String(), -1) {
		all = Join(all, text.slice(at, m[0]), ev.HoleAt(call))
		at = m[1]
	}
	return Join(all, text.slice(at, len(text.String())))
}

// parsed is the text that a template is made of: template.Must(template.New(…).Parse(text)).
func (ev Evaluator) parsed(e ast.Expr, depth int) ast.Expr {
	if depth > MaxDepth {
		return nil
	}
	if v := ev.Index.Variable(e); v != nil {
		d, ok := ev.Index.Only(v)
		if !ok || d.Kind != ValueDef && d.Kind != ResultDef {
			return nil
		}
		e = d.Expr
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil
	}
	fn := ev.Index.Function(call)
	if fn == nil || len(call.Args) != 1 {
		return nil
	}
	switch fn.FullName() {
	case "text/template.Must":
		return ev.parsed(call.Args[0], depth+1)
	case "(*text/template.Template).Parse":
		return call.Args[0]
	}
	return nil
}

// exportedPrompt is all that a function may return, for other packages; nil: nothing is known.
func (p *Tracer) exportedPrompt(fn *types.Func, body *ast.FuncDecl) Text {
	results := fn.Signature().Results()
	if results.Len() == 0 || !framework.IsStringKind(results.At(0).Type()) {
		return nil
	}
	t, ok := p.promptEvaluator().returned(body)
	if !ok || t.OnlyHole() && t[0].source == nil {
		return nil
	}
	t, ok = p.portable(t, fn)
	if !ok || !slices.ContainsFunc(t, func(p Part) bool { return strings.Contains(p.Text, " ") }) { // which is no prompt
		return nil
	}
	return t
}
