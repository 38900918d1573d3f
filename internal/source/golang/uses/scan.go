package uses

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
)

// Scan finds the uses of keys that are no sink: of generated accessors, of
// a state as a whole, and the texts that may be keys, in places of which it is
// not known what becomes of them.
func (p *Scanner) Scan() {
	for _, f := range p.Files {
		if p.OwnFiles[p.Fset.File(f.FileStart).Name()] {
			continue
		}
		p.graphs(f)
		ast.Inspect(f, func(n ast.Node) bool {
			p.creation(n)
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.GenDecl:
				return n.Tok != token.CONST
			case *ast.Ident:
				p.identUse(n)
			case *ast.BasicLit:
				p.mention(n)
			case *ast.CompositeLit:
				p.initialUse(n)
			case *ast.CallExpr:
				p.stateCall(n)
				p.wholeCall(n)
			case *ast.RangeStmt:
				p.wholeMap(n.X)
			}
			return true
		})
	}
}

func (p *Scanner) identUse(id *ast.Ident) {
	switch obj := p.TypesInfo.Uses[id].(type) {
	case *types.Func:
		p.accessed(id, obj.Origin())
	case *types.Var:
		if obj.IsField() {
			p.accessed(id, obj.Origin())
		}
	case *types.Const:
		p.mention(id)
	}
}

// initialUse notes the required keys that an Initial sets although the literal
// leaves them out.
func (p *Scanner) initialUse(lit *ast.CompositeLit) {
	obj := framework.TypeName(p.TypesInfo.TypeOf(lit))
	st := follow.StructOf(p.TypesInfo.TypeOf(lit))
	if obj == nil || st == nil || obj.Name() != "Initial" {
		return
	}
	for i := range st.NumFields() {
		field := st.Field(i)
		switch field.Type().Underlying().(type) {
		case *types.Pointer, *types.Map, *types.Interface:
			continue
		}
		for _, u := range p.accessors.Of(field) {
			p.AddUse(source.Use{Key: u.Key, Kind: u.Kind, Span: p.Span(lit), Site: p.Span(lit)})
		}
	}
}

// stateCall sees a state that is read or set by a generated constant. Where a schema governs
// the package, the tracer has seen it; elsewhere only the generated names are keys for certain.
func (p *Scanner) stateCall(call *ast.CallExpr) {
	op, ok := p.StateCall(call)
	if !ok {
		return
	}
	kind := source.Get
	if op == framework.OpSet {
		kind = source.Set
	}
	name, key := p.generatedKey(call.Args[0])
	if name == nil || p.Accounted[p.Span(name)] {
		return
	}
	at := p.Span(name)
	p.Accounted[at] = true
	p.AddUse(source.Use{Key: key, Kind: kind, Span: at, Site: at})
}

// generatedKey is the name and the value of a generated constant; nil if it is something else.
func (p *Scanner) generatedKey(e ast.Expr) (*ast.Ident, string) {
	e = ast.Unparen(e)
	if sel, ok := e.(*ast.SelectorExpr); ok {
		e = sel.Sel
	}
	name, _ := e.(*ast.Ident)
	c, _ := p.TypesInfo.Uses[name].(*types.Const)
	if c == nil || !p.IsGenerated(c) || c.Val().Kind() != constant.String {
		return nil, ""
	}
	return name, constant.StringVal(c.Val())
}

// mention notes a text that may be a key, unless a sink has taken it.
func (p *Scanner) mention(e ast.Expr) {
	tv, ok := p.TypesInfo.Types[e]
	if id, isIdent := e.(*ast.Ident); isIdent {
		c, _ := p.TypesInfo.Uses[id].(*types.Const)
		ok = c != nil
		if ok {
			tv.Value = c.Val()
		}
	}
	if !ok || tv.Value == nil || tv.Value.Kind() != constant.String {
		return
	}
	at := p.Span(e)
	if s := constant.StringVal(tv.Value); mayBeKey(s) && !p.Accounted[at] {
		p.AddUse(source.Use{Key: s, Kind: source.Mention, Span: at, Site: at})
	}
}

func mayBeKey(s string) bool {
	const longest = 200
	return s != "" && len(s) <= longest && !strings.ContainsFunc(s, unicode.IsSpace)
}

// wholeCall sees a state, or a map of state, that is read or handed on as a
// whole.
func (p *Scanner) wholeCall(call *ast.CallExpr) {
	if sel := follow.SelectorOf(call); sel != nil && sel.Sel.Name == "All" && framework.IsState(p.TypesInfo.TypeOf(sel.X)) {
		p.AnyKey(source.Get, p.Span(call))
	}
	fn := p.Index.Function(call)
	if fn == nil || p.IsGeneratedFunc(fn) || p.logs(call) {
		return // a builtin, a conversion, or what knows keys itself
	}
	for i, arg := range call.Args {
		if i < fn.Signature().Params().Len() && framework.IsRuntimeMap(fn.Signature().Params().At(i).Type()) {
			continue // its uses are seen where they are
		}
		p.wholeMap(arg)
	}
}

// wholeMap notes that a map of state which is filled elsewhere is read.
func (p *Scanner) wholeMap(e ast.Expr) {
	if _, isLit := ast.Unparen(e).(*ast.CompositeLit); !isLit && p.IsStateMapExpr(e) {
		p.AnyKey(source.Get, p.Span(e))
	}
}

// loggers are packages of which functions and methods write a log.
var loggers = []string{
	"log", "log/slog", "testing", "go.uber.org/zap",
	"github.com/rs/zerolog", "github.com/rs/zerolog/log", "github.com/sirupsen/logrus",
}

func (p *Scanner) logs(call *ast.CallExpr) bool {
	fn := p.Index.Function(call)
	return fn != nil && fn.Pkg() != nil && slices.Contains(loggers, fn.Pkg().Path())
}

// Scanner finds the uses of keys that no framework is handed there.
type Scanner struct {
	*follow.Values
	*report.Recorder
	accessors *accessors.Finder
}

// New makes a scanner that keeps what it finds in a recorder.
func New(v *follow.Values, r *report.Recorder, a *accessors.Finder) *Scanner {
	return &Scanner{v, r, a}
}

func (p *Scanner) accessed(id *ast.Ident, obj types.Object) {
	for _, u := range p.accessors.Of(obj) {
		p.AddUse(source.Use{Key: u.Key, Kind: u.Kind, Span: p.Span(id), Site: p.Span(id), Merge: u.Merge})
	}
}
