package uses

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
)

// wholeLoop notes what a loop over all keys of a state reads: any key, unless it only copies them
// into a map of which all uses are seen, looks at those with a prefix, or logs them.
func (p *Scanner) wholeLoop(loop *ast.RangeStmt) {
	x := ast.Unparen(loop.X)
	call, isCall := x.(*ast.CallExpr)
	if isCall && !p.isAll(call) || !isCall && !p.isWholeMap(x) {
		return
	}
	if isCall {
		p.looped[call] = true
	}
	list, known := p.keysOfLoop(loop)
	if !known {
		p.AnyKey(source.Get, p.Span(x))
		return
	}
	for _, r := range list {
		at := p.Span(r.at)
		p.Accounted[at] = true
		p.AddUse(source.Use{Key: r.key, Kind: source.Get, Span: at, Site: at})
	}
}

// keyRead is a key that is read at a place.
type keyRead struct {
	key string
	at  ast.Node
}

func (p *Scanner) keysOfLoop(loop *ast.RangeStmt) (list []keyRead, known bool) {
	if prefix, at := p.prefixOfLoop(loop); at != nil {
		return []keyRead{{prefix + flow.HoleMark, at}}, true
	}
	if p.onlyLogs(loop.Body) {
		return nil, true
	}
	c := copied{Scanner: p, seen: map[*types.Var]bool{}}
	known = c.follow(p.copyOf(loop))
	return c.list, known
}

// prefixOfLoop is what the keys begin with that a loop looks at, if it has nothing but an if for that.
func (p *Scanner) prefixOfLoop(loop *ast.RangeStmt) (string, ast.Node) {
	if len(loop.Body.List) != 1 {
		return "", nil
	}
	s, ok := loop.Body.List[0].(*ast.IfStmt)
	if !ok || s.Else != nil || s.Init != nil {
		return "", nil
	}
	call, ok := ast.Unparen(s.Cond).(*ast.CallExpr)
	if !ok {
		return "", nil
	}
	fn := p.Index.Function(call)
	if fn == nil || fn.FullName() != "strings.HasPrefix" || p.Index.Variable(call.Args[0]) == nil || p.Index.Variable(call.Args[0]) != p.Index.Variable(loop.Key) {
		return "", nil
	}
	prefix := p.Eval(call.Args[1])
	if !prefix.Known() || prefix.String() == "" {
		return "", nil
	}
	return prefix.String(), call.Args[1]
}

// onlyLogs reports whether statements do nothing but to log.
func (p *Scanner) onlyLogs(body *ast.BlockStmt) bool {
	return len(body.List) > 0 && !slices.ContainsFunc(body.List, func(s ast.Stmt) bool {
		e, ok := s.(*ast.ExprStmt)
		if !ok {
			return true
		}
		call, ok := e.X.(*ast.CallExpr)
		return !ok || !p.logs(call)
	})
}

// loggers are packages of which functions and methods write a log.
var loggers = []string{"log", "log/slog", "testing", "go.uber.org/zap", "github.com/rs/zerolog", "github.com/rs/zerolog/log", "github.com/sirupsen/logrus"}

func (p *Scanner) logs(call *ast.CallExpr) bool {
	fn := p.Index.Function(call)
	return fn != nil && fn.Pkg() != nil && slices.Contains(loggers, fn.Pkg().Path())
}

// copyOf is the local map that a loop copies all values into; nil: it does something else.
func (p *Scanner) copyOf(loop *ast.RangeStmt) *types.Var {
	if len(loop.Body.List) != 1 || loop.Key == nil || loop.Value == nil {
		return nil
	}
	s, ok := loop.Body.List[0].(*ast.AssignStmt)
	if !ok || len(s.Lhs) != 1 || len(s.Rhs) != 1 {
		return nil
	}
	to, ok := ast.Unparen(s.Lhs[0]).(*ast.IndexExpr)
	if !ok || !p.same(to.Index, loop.Key) || !p.same(s.Rhs[0], loop.Value) {
		return nil
	}
	if _, isIdent := ast.Unparen(to.X).(*ast.Ident); !isIdent {
		return nil
	}
	return p.Index.Variable(to.X)
}

func (p *Scanner) same(a, b ast.Expr) bool {
	x := p.Index.Variable(a)
	return x != nil && x == p.Index.Variable(b)
}

// copied follows the copy of a state to where it is read.
type copied struct {
	*Scanner
	seen map[*types.Var]bool
	list []keyRead
}

// follow reports whether all uses of a variable with a copy are reads of keys that are known.
func (c *copied) follow(v *types.Var) bool {
	if !c.IsLocal(v) {
		return false
	}
	if c.seen[v] {
		return true
	}
	c.seen[v] = true
	fn := c.functionAt(v)
	if fn == nil {
		return false
	}
	known := true
	ast.PreorderStack(fn, nil, func(n ast.Node, stack []ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && c.TypesInfo.Uses[id] == v {
			known = known && c.used(fn, id, stack)
		}
		return true
	})
	return known
}

// functionAt is the declared function that a variable is in.
func (c *copied) functionAt(v *types.Var) *ast.FuncDecl {
	for _, fn := range c.Index.Bodies {
		if fn.Body != nil && fn.Pos() <= v.Pos() && v.Pos() < fn.End() {
			return fn
		}
	}
	return nil
}

// used judges one use of the copy by what is around it.
func (c *copied) used(fn *ast.FuncDecl, id *ast.Ident, stack []ast.Node) bool {
	switch n := stack[len(stack)-1].(type) {
	case *ast.IndexExpr:
		return n.X == id && c.indexed(n)
	case *ast.AssignStmt:
		return slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool { return e == id }) // it gets another value
	case *ast.ReturnStmt:
		return c.returned(fn, slices.IndexFunc(n.Results, func(e ast.Expr) bool { return e == id }), stack)
	case *ast.CallExpr:
		return c.passed(n, slices.IndexFunc(n.Args, func(e ast.Expr) bool { return e == id }))
	}
	return false
}

// indexed notes the key that is read by an index.
func (c *copied) indexed(e *ast.IndexExpr) bool {
	if _, written := c.Index.Assigned[e]; written {
		return true
	}
	key := c.Eval(e.Index)
	c.list = append(c.list, keyRead{key.String(), e.Index})
	return !key.OnlyHole()
}

// returned follows the copy to the callers of a function.
func (c *copied) returned(fn *ast.FuncDecl, n int, stack []ast.Node) bool {
	inLiteral := slices.ContainsFunc(stack, func(n ast.Node) bool { _, is := n.(*ast.FuncLit); return is })
	obj, ok := c.TypesInfo.Defs[fn.Name].(*types.Func)
	isSeen := ok && !obj.Exported() && c.Index.AllCallsSeen(obj)
	if n < 0 || inLiteral || !isSeen {
		return false
	}
	calls := map[ast.Expr]int{}
	for _, call := range c.Index.Calls {
		if c.Index.Function(call) == obj {
			calls[call] = 0
		}
	}
	known := true
	for v, defs := range c.Index.Defs {
		for _, d := range defs {
			e := ast.Unparen(d.Expr)
			isValue := d.Kind == flow.ValueDef && n == 0 || d.Kind == flow.ResultDef && d.Result == n
			if _, is := calls[e]; is && isValue {
				calls[e]++
				known = known && c.follow(v)
			}
		}
	}
	for _, times := range calls {
		known = known && times == 1
	}
	return known
}

// passed follows the copy into a function of this package.
func (c *copied) passed(call *ast.CallExpr, n int) bool {
	if id, ok := ast.Unparen(call.Fun).(*ast.Ident); ok && (c.IsBuiltin(id, "len") || c.IsBuiltin(id, "delete")) || c.logs(call) {
		return true
	}
	fn := c.Index.Function(call)
	if fn == nil || c.Index.Bodies[fn] == nil || fn.Signature().Variadic() {
		return false
	}
	params := fn.Signature().Params()
	if n < 0 || n >= params.Len() {
		return false
	}
	_, isMap := params.At(n).Type().(*types.Map)
	return isMap && c.follow(params.At(n))
}
