package evidence

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// valueOf notes the type of a written value.
func (c *Collector) valueOf(ev *Evidence, s follow.Sink) {
	if ev.Kind != source.Set {
		return
	}
	if s.Value == nil {
		if t := basicOf(s.Shape); t != nil {
			ev.Types = []types.Type{t}
		}
		return
	}
	seen := !s.Manner.Bytes || s.Manner.JSON && !types.IsInterface(c.TypesInfo.TypeOf(s.Value))
	if !seen && s.Shape.Kind == framework.ShapeUnknown {
		return // what the bytes hold is not known
	}
	ev.Constant = c.TypesInfo.Types[s.Value].Value
	if c.TypesInfo.Types[s.Value].IsNil() {
		ev.Kind = source.Clear
		return
	}
	if decoded := c.encodedType(s.Value); decoded != nil {
		ev.Decoded = []types.Type{decoded}
		return
	}
	if t := c.valueType(s.Value); t != nil {
		ev.Types = []types.Type{t}
	}
}

// valueType is the type of a value, which may be known better than by the
// interface it is kept in.
func (c *Collector) valueType(e ast.Expr) types.Type {
	t := c.TypesInfo.TypeOf(e)
	if t != nil && types.IsInterface(t) {
		t = c.TypesInfo.TypeOf(c.Resolved(e))
	}
	if several, ok := t.(*types.Tuple); ok {
		t = several.At(0).Type()
	}
	if t == nil {
		return nil
	}
	return types.Default(t)
}

// basicOf is the type of a value of which only the shape is known.
func basicOf(s framework.Shape) types.Type {
	kinds := map[framework.ShapeKind]types.BasicKind{
		framework.ShapeString: types.String, framework.ShapeNamedString: types.String, framework.ShapeBool: types.Bool,
		framework.ShapeInt: types.Int, framework.ShapeInteger: types.Int64,
		framework.ShapeFloat64: types.Float64, framework.ShapeFloat32: types.Float64,
	}
	if k, ok := kinds[s.Kind]; ok {
		return types.Typ[k]
	}
	return nil
}
