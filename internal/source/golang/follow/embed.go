package follow

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// embedsOf finds the directives in a file.
func (x *Index) embedsOf(fset *token.FileSet, f *ast.File) {
	dir := filepath.Dir(fset.File(f.FileStart).Name())
	for _, decl := range f.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.VAR {
			continue
		}
		for _, spec := range gen.Specs {
			vs := spec.(*ast.ValueSpec)
			doc := vs.Doc
			if doc == nil && len(gen.Specs) == 1 {
				doc = gen.Doc
			}
			patterns := embedPatterns(doc)
			v, ok := x.info.Defs[vs.Names[0]].(*types.Var)
			if len(patterns) > 0 && ok {
				x.embeds[v] = embedding{dir, patterns}
			}
		}
	}
}

func embedPatterns(doc *ast.CommentGroup) []string {
	if doc == nil {
		return nil
	}
	var patterns []string
	for _, c := range doc.List {
		if rest, ok := strings.CutPrefix(c.Text, "//go:embed "); ok {
			for _, field := range strings.Fields(rest) {
				patterns = append(patterns, strings.Trim(field, "\"`"))
			}
		}
	}
	return patterns
}

// embedded returns the text of the file that a variable embeds.
func (p *Values) embedded(v *types.Var) (Text, bool) {
	e, ok := p.Index.embeds[v]
	if !ok || len(e.patterns) != 1 || !framework.IsStringKind(v.Type()) && !framework.IsBytes(v.Type()) {
		return nil, false
	}
	return p.fileText(e.dir, filepath.FromSlash(e.patterns[0]))
}

// fileText is the text of a file that code in a folder names: of one in its project.
func (p *Values) fileText(dir, name string) (Text, bool) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, name)
	}
	src := p.Sources.OpenFor(filepath.Join(dir, "embed.go"), path)
	if src == nil {
		return nil, false
	}
	s := string(src.Text)
	return Text{{Text: s, From: Range{Kind: InFile, File: path, End: len(s)}}}, true
}

// embeddedFile is the text of a file that a call reads of an embedded folder.
func (ev Evaluator) embeddedFile(call *ast.CallExpr, fn *types.Func) (Text, bool) {
	var folder, name ast.Expr
	switch sel := SelectorOf(call); {
	case fn.FullName() == "io/fs.ReadFile":
		folder, name = call.Args[0], call.Args[1]
	case fn.FullName() == "(embed.FS).ReadFile" && sel != nil:
		folder, name = sel.X, call.Args[0]
	default:
		return nil, false
	}
	e, ok := ev.Index.embeds[ev.Index.Variable(folder)]
	file := ev.deeper().eval(name)
	if !ok || !file.Known() || !filepath.IsLocal(file.String()) {
		return nil, false
	}
	return ev.fileText(e.dir, filepath.FromSlash(file.String()))
}
