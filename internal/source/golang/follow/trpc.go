package follow

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// withScope puts the prefix before a key that all keys have where it is taken. A key of
// which nothing is known is first followed to where it comes from.
func (s Sink) withScope(key Text) Text {
	if strings.HasPrefix(key.String(), s.Manner.Scope) || key.OnlyHole() {
		return key
	}
	return append(Text{{Text: s.Manner.Scope}}, key...)
}

// OwnKey reports whether a framework's own constant names a key, which is its matter.
func (p *Package) OwnKey(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return framework.OwnKey(p.TypesInfo.Uses[e], p.Pkg)
	case *ast.SelectorExpr:
		return framework.OwnKey(p.TypesInfo.Uses[e.Sel], p.Pkg)
	}
	return false
}

// seedToolDelta handles the method by which a tool tells tRPC-Agent-Go of changes.
func (p *Tracer) seedToolDelta(d *ast.FuncDecl) {
	fn, ok := p.TypesInfo.Defs[d.Name].(*types.Func)
	if !ok || d.Body == nil {
		return
	}
	t, ok := framework.ToolDelta(fn)
	if !ok {
		return
	}
	for _, ret := range Returns(d.Body) {
		if len(ret.Results) == 1 && !p.TypesInfo.Types[ret.Results[0]].IsNil() {
			p.apply(Sink{Kind: t.Kind, Op: t.Op, Manner: t.Manner}, ret.Results[0])
		}
	}
}

// writing is a sink with the value that is written: where values are bytes, the
// one that they are the JSON or the text of, as far as that is seen.
func (p *Values) writing(s Sink, value ast.Expr) Sink {
	if s.Manner.Bytes && !s.Manner.JSON {
		value, s.Manner.JSON = p.Encoded(value)
	}
	s.Value, s.Shape = value, p.ShapeIn(s.Manner, value)
	return s
}

// ShapeIn is the shape of a value where a framework takes it in a manner.
func (p *Values) ShapeIn(m framework.Manner, value ast.Expr) framework.Shape {
	shape := p.shape(value)
	switch t := p.TypesInfo.TypeOf(value); {
	case m.JSON && t != nil:
		return framework.JSONShape(types.Default(t), p.qualifier())
	case m.Kept && t != nil:
		return framework.KeptShape(types.Default(t), p.qualifier())
	case m.Bytes && (shape.Kind == framework.ShapeBytes || p.isJSON(value)):
		return framework.Shape{}
	}
	return shape
}

// isJSON reports whether a value is a constant text that is JSON, such as a number.
func (p *Values) isJSON(value ast.Expr) bool {
	c := p.TypesInfo.Types[value].Value
	return c != nil && c.Kind() == constant.String && json.Valid([]byte(constant.StringVal(c)))
}

// Encoded is what bytes or a text are made of, and whether they are its JSON rather than its text;
// the bytes themselves if that is not seen.
func (p *Values) Encoded(value ast.Expr) (of ast.Expr, isJSON bool) {
	f := p.Follower()
	f.Ordered = true
	terms := f.Follow(Value{Expr: value, Pkg: p})
	if len(terms) != 1 || terms[0].part || terms[0].IsList {
		return value, false
	}
	made := terms[0]
	if call, ok := ast.Unparen(made.Expr).(*ast.CallExpr); ok && len(call.Args) > 0 {
		fn := p.Index.Function(call)
		if fn != nil && strings.HasPrefix(fn.FullName(), "encoding/json.Marshal") {
			of := made.With(call.Args[0])
			if given, ok := of.Env.lookup(p.Index.Variable(of.Expr)); ok {
				of = given
			}
			return of.Expr, true
		}
	}
	if framework.IsStringKind(p.TypesInfo.TypeOf(made.Expr)) {
		return made.Expr, false
	}
	return value, false
}
