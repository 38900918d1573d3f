package evidence

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// decodedBytes sees json.Unmarshal([]byte(s), &x), there or through a variable.
// Conversion is []byte(s).
func (r *reader) decodedBytes(n *note, conversion *ast.CallExpr) {
	if list := r.unmarshalled(conversion); len(list) > 0 {
		n.decoded = append(n.decoded, list...)
		return
	}
	b, _ := r.results(conversion)
	for _, id := range r.usesOf(b, conversion) {
		n.decoded = append(n.decoded, r.unmarshalled(id)...)
	}
}

// unmarshalled is the type that json.Unmarshal makes of some bytes.
func (r *surroundings) unmarshalled(bytes ast.Expr) []types.Type {
	p, child := r.parent(bytes)
	call, ok := p.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 || call.Args[0] != child {
		return nil
	}
	fn := r.Index.Function(call)
	if fn == nil || fn.FullName() != "encoding/json.Unmarshal" {
		return nil
	}
	return r.target(call.Args[1])
}

// decodedReader sees json.NewDecoder(strings.NewReader(s)).Decode(&x).
func (r *reader) decodedReader(n *note, source *ast.CallExpr) {
	decoder, _ := r.parent(source)
	sel, _ := r.parent(decoder)
	p, _ := r.parent(sel)
	call, ok := p.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return
	}
	if fn := r.Index.Function(call); fn != nil && fn.FullName() == "(*encoding/json.Decoder).Decode" {
		n.decoded = append(n.decoded, r.target(call.Args[0])...)
	}
}

// target is the type that a pointer points to.
func (r *surroundings) target(pointer ast.Expr) []types.Type {
	ptr, ok := types.Unalias(r.TypesInfo.TypeOf(pointer)).(*types.Pointer)
	if !ok {
		return nil
	}
	return []types.Type{ptr.Elem()}
}

// encodedType is the type of the value that e is the JSON text of: string(b)
// where b comes from json.Marshal, or a function that returns that; nil if e
// is anything else.
func (c *Collector) encodedType(e ast.Expr, depth int) types.Type {
	call, ok := c.Resolved(e).(*ast.CallExpr)
	if v := c.Index.Variable(e); v != nil && !ok {
		if d, found := c.Reaching(v, e.Pos()); found && d.Kind == flow.ResultDef && d.Result == 0 {
			call, ok = ast.Unparen(d.Expr).(*ast.CallExpr)
		}
	}
	if !ok || depth > flow.MaxDepth || len(call.Args) == 0 {
		return nil
	}
	if tv := c.TypesInfo.Types[call.Fun]; tv.IsType() {
		if !framework.IsStringKind(tv.Type) {
			return nil
		}
		return c.marshalled(call.Args[0])
	}
	fn := c.Index.Function(call)
	if fn == nil || fn.Pkg() != c.Pkg || c.Index.Bodies[fn] == nil {
		return nil
	}
	return c.encodedBy(fn, call, depth)
}

// encodedBy looks at a function of this package that returns JSON text, of an
// argument or of something else.
func (c *Collector) encodedBy(fn *types.Func, call *ast.CallExpr, depth int) types.Type {
	result := flow.ResultOf(c.Index.Bodies[fn])
	if result == nil || !framework.IsStringKind(c.TypesInfo.TypeOf(result)) {
		return nil
	}
	t := c.encodedType(result, depth+1)
	if t == nil || !framework.IsAny(t) {
		return t
	}
	if len(call.Args) > 0 {
		return types.Default(c.TypesInfo.TypeOf(call.Args[0]))
	}
	return t
}

// marshalled is the type of x where bytes come from json.Marshal(x).
func (c *Collector) marshalled(bytes ast.Expr) types.Type {
	v := c.Index.Variable(bytes)
	if v == nil {
		return nil
	}
	d, ok := c.Reaching(v, bytes.Pos())
	if !ok || d.Kind != flow.ResultDef || d.Result != 0 {
		return nil
	}
	call, ok := ast.Unparen(d.Expr).(*ast.CallExpr)
	if !ok {
		return nil
	}
	fn := c.Index.Function(call)
	if fn == nil || !strings.HasPrefix(fn.FullName(), "encoding/json.Marshal") || len(call.Args) == 0 {
		return nil
	}
	return types.Default(c.TypesInfo.TypeOf(call.Args[0]))
}
