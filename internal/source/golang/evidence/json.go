package evidence

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
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
	pointer, ok := types.Unalias(r.TypesInfo.TypeOf(call.Args[1])).(*types.Pointer)
	if !ok {
		return nil
	}
	return []types.Type{pointer.Elem()}
}

// encodedType is the type of the value that a text is the JSON of: string(b) where b comes from json.Marshal, or
// a function that returns that; nil if it is anything else.
func (c *Collector) encodedType(e ast.Expr) types.Type {
	if !framework.IsStringKind(c.TypesInfo.TypeOf(e)) {
		return nil
	}
	of, isJSON := c.Encoded(e)
	if !isJSON {
		return nil
	}
	return types.Default(c.TypesInfo.TypeOf(of))
}
