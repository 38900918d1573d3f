package fix

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/gencode"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"github.com/seed92179c4c/stategen/schema"
)

// Raw is a declared key that is in the source as text although generated code names it.
type Raw struct {
	At       diag.Span
	Constant string     // with its package, as code writes it
	Fixes    []diag.Fix // the constant in its place, where that compiles
	Reason   string     // why there is no fix
}

// RawKey tells whether a key that reaches a state as e is raw. Keys of families are built, and left alone.
func (p *Rewriter) RawKey(s follow.Sink, t follow.Text, key *schema.Key, e ast.Expr) (Raw, bool) {
	isTest := sources.IsTest(p.Span(e).File)
	if s.Op == framework.OpAssert || len(key.Params) > 0 || isTest || p.Skipped(p.Span(e)) {
		return Raw{}, false
	}
	code := p.generatedCode()
	if code == nil || code.Constant(key) == "" || p.namesGenerated(e, code) {
		return Raw{}, false // the code may be older than the schema
	}
	found := Raw{At: p.Span(e), Constant: code.Name + "." + code.Constant(key)}
	raw, isText := p.rawText(t, e)
	if !isText {
		found.Reason = raw.reason
		return found, raw.reason != ""
	}
	found.At = raw.at
	found.Fixes, found.Reason = p.constantFix(raw, key)
	return found, true
}

// namesGenerated reports whether an expression is a constant of the generated
// code, or one that has its value from there.
func (p *Rewriter) namesGenerated(e ast.Expr, code *gencode.Code) bool {
	var obj types.Object
	switch e := p.constantExpr(e).(type) {
	case *ast.Ident:
		obj = p.TypesInfo.Uses[e]
	case *ast.SelectorExpr:
		obj = p.TypesInfo.Uses[e.Sel]
	}
	return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == p.codePlace.Path && strings.HasPrefix(obj.Name(), "Key")
}

// rawText is the text of a key in the source.
type rawText struct {
	at     diag.Span // as a finding marks it
	whole  diag.Span // what a constant replaces
	reason string    // why there is none to replace
}

// rawText finds the text of a key that reaches a state as e: a literal wherever
// it stands, or what is built of constants. What a wrapper or a function
// adds to a part is the matter of these.
func (p *Rewriter) rawText(t follow.Text, e ast.Expr) (rawText, bool) {
	if !t.Known() {
		return rawText{}, false
	}
	if raw, ok := p.literalKey(t); ok {
		return raw, true
	}
	e = p.constantExpr(e)
	if value, ok := p.Evaluator().Constant(e); !ok || value != t.String() {
		if p.isBuilt(e) && p.Eval(e).String() == t.String() {
			return rawText{reason: "the key is put together when the program runs"}, false
		}
		return rawText{}, false
	}
	if _, plain := types.Unalias(p.TypesInfo.TypeOf(e)).(*types.Basic); !plain || !p.isBuilt(e) {
		return rawText{}, false
	}
	at, _ := p.KeyPlace(t, e)
	if name := p.importIn(e); name != "" {
		return rawText{reason: "the import of " + name + " may be left unused"}, false
	}
	return rawText{at: at, whole: p.Span(e)}, true
}

// importIn is the name of an import that an expression uses; empty: it uses none.
func (p *Rewriter) importIn(e ast.Expr) string {
	for n := range ast.Preorder(e) {
		id, _ := n.(*ast.Ident)
		if _, ok := p.TypesInfo.Uses[id].(*types.PkgName); ok {
			return id.Name
		}
	}
	return ""
}

// literalKey is a key that is one literal, in the checked package or in another
// one of its module.
func (p *Rewriter) literalKey(t follow.Text) (rawText, bool) {
	if len(t) != 1 || t[0].From.Skip != 0 || t[0].From.Kind != follow.InQuoted && t[0].From.Kind != follow.InRaw {
		return rawText{}, false
	}
	from := t[0].From
	src := p.Sources.Open(from.File)
	if src == nil || sources.IsTest(from.File) || p.GeneratedFiles[from.File] || !p.inModule(from.File) {
		return rawText{}, false
	}
	start, end, exact := from.Locate(src.Text, 0, len(t[0].Text))
	if !exact || start-1 != from.Start || end+1 != from.End {
		return rawText{}, false // a part of a longer literal
	}
	return rawText{
		at:    diag.Span{File: src.Name, Start: start, End: end},
		whole: diag.Span{File: src.Name, Start: from.Start, End: from.End},
	}, true
}

// inModule reports whether a file is one of the module that is checked, and not
// of the generated code.
func (p *Rewriter) inModule(file string) bool {
	dir := filepath.Dir(file)
	vendored := strings.Contains(filepath.ToSlash(dir)+"/", "/vendor/")
	return dir == p.ownPlace().Dir ||
		dir != p.codePlace.Dir && !vendored && gencode.InOneModule(dir, p.ownPlace().Dir, p.Sources)
}

// constantExpr follows constants of this package to what they are declared as.
func (p *Rewriter) constantExpr(e ast.Expr) ast.Expr {
	for range follow.MaxDepth {
		e = ast.Unparen(e)
		id, ok := e.(*ast.Ident)
		if !ok {
			return e
		}
		c, ok := p.TypesInfo.Uses[id].(*types.Const)
		if !ok || p.Index.Consts[c] == nil {
			return e
		}
		e = p.Index.Consts[c]
	}
	return e
}

// isBuilt reports whether an expression makes a text of several.
func (p *Rewriter) isBuilt(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return true
	case *ast.CallExpr:
		fn := p.Index.Function(e)
		return fn != nil && fn.FullName() == "fmt.Sprintf"
	}
	return false
}

// constantFix writes the generated constant in place of a text.
func (p *Rewriter) constantFix(raw rawText, key *schema.Key) ([]diag.Fix, string) {
	name, edits, reason := p.generatedName(raw.whole, p.code.Constant(key))
	if reason != "" {
		return nil, reason
	}
	return []diag.Fix{{
		Message: "write " + name,
		Certain: true,
		Edits:   append(edits, diag.Edit{Span: raw.whole, NewText: name}),
	}}, ""
}
