package flow

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
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
	s.Value, s.Shape = value, p.shape(value)
	if s.Manner.Bytes && s.Shape.Kind == framework.ShapeBytes {
		s.Shape = framework.Shape{}
		if inner := p.encoded(value); inner != nil {
			s.Value, s.Shape = inner, p.shape(inner)
		}
	}
	return s
}

// encoded is what bytes are made of: by json.Marshal, or of a text. Nil: it is not seen.
func (p *Values) encoded(value ast.Expr) ast.Expr {
	value = p.Resolved(value)
	if call, ok := value.(*ast.CallExpr); ok && len(call.Args) == 1 && p.TypesInfo.Types[call.Fun].IsType() &&
		framework.IsStringKind(p.TypesInfo.TypeOf(call.Args[0])) {
		if tv := p.TypesInfo.Types[call.Args[0]]; tv.Value != nil && json.Valid([]byte(constant.StringVal(tv.Value))) {
			return nil // such as a number
		}
		return call.Args[0]
	}
	id, ok := value.(*ast.Ident)
	if !ok || p.Index.Variable(id) == nil {
		return nil
	}
	d, ok := p.Reaching(p.Index.Variable(id), id.Pos())
	if !ok || d.Kind != ResultDef || d.Result != 0 {
		return nil
	}
	call, ok := ast.Unparen(d.Expr).(*ast.CallExpr)
	if !ok {
		return nil
	}
	if fn := p.Index.Function(call); fn == nil || fn.FullName() != "encoding/json.Marshal" || len(call.Args) != 1 {
		return nil
	}
	return call.Args[0]
}
