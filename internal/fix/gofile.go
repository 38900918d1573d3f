package fix

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// goFile is a Go file that may import something more.
type goFile struct {
	src    *diag.Source
	syntax *ast.File
	fset   *token.FileSet
}

// newGoFile reads a file; nil if it can't be read, or is generated.
func newGoFile(src *diag.Source) *goFile {
	if src == nil {
		return nil
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, src.Name, src.Text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(f) {
		return nil
	}
	return &goFile{src, f, fset}
}

// qualifier returns the name by which the file knows a package, or is to know it, with the edits
// that this needs. All fixes that need the import make the very same edit.
func (f *goFile) qualifier(path, name string) (string, []diag.Edit) {
	for _, spec := range f.syntax.Imports {
		if spec.Path.Value != strconv.Quote(path) {
			continue
		}
		switch {
		case spec.Name == nil:
			return name, nil
		case spec.Name.Name != "_" && spec.Name.Name != ".":
			return spec.Name.Name, nil
		}
	}
	spec := strconv.Quote(path)
	if name != path[strings.LastIndexByte(path, '/')+1:] {
		spec = name + " " + spec
	}
	return name, []diag.Edit{f.add(spec)}
}

// uses reports whether the file has a name for anything but members.
func (f *goFile) uses(name string) (found bool) {
	members := map[*ast.Ident]bool{f.syntax.Name: true}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			members[n.Sel] = true
		case *ast.Ident:
			found = found || n.Name == name && !members[n]
		}
		return !found
	})
	return found
}

// mayShadow reports whether the declaration around a place names anything but a
// package, or a member of something, by a name.
func (f *goFile) mayShadow(name string, offset int) (found bool) {
	for _, d := range f.syntax.Decls {
		if f.offset(d.Pos()) > offset || offset >= f.offset(d.End()) {
			continue
		}
		qualified := map[*ast.Ident]bool{}
		ast.Inspect(d, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				qualified[n.Sel] = true
				if id, ok := n.X.(*ast.Ident); ok {
					qualified[id] = true
				}
			case *ast.Ident:
				found = found || n.Name == name && !qualified[n]
			}
			return !found
		})
	}
	return found
}

// add inserts the specification of an import behind the others.
func (f *goFile) add(spec string) diag.Edit {
	at, before := f.syntax.Name.End(), "\n\nimport "
	if decl := f.importDecl(); decl != nil {
		last := decl.Specs[len(decl.Specs)-1].(*ast.ImportSpec)
		at, before = last.End(), "\nimport "
		switch {
		case decl.Lparen.IsValid() && isStandardPath(last.Path.Value):
			before = "\n\n\t"
		case decl.Lparen.IsValid():
			before = "\n\t"
		}
	}
	text, offset := before+spec, f.lineEnd(f.offset(at))
	if bytes.Contains(f.src.Text, []byte("\r\n")) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return diag.Edit{Span: diag.Span{File: f.src.Name, Start: offset, End: offset}, NewText: text}
}

// importDecl is the last declaration of imports, if there are any.
func (f *goFile) importDecl() (last *ast.GenDecl) {
	for _, d := range f.syntax.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			return last
		}
		if len(decl.Specs) > 0 {
			last = decl
		}
	}
	return last
}

// isStandardPath reports whether a path looks like one of Go's own.
func isStandardPath(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func (f *goFile) offset(at token.Pos) int { return f.fset.File(at).Offset(at) }

// lineEnd goes past a comment to the end of a line.
func (f *goFile) lineEnd(offset int) int {
	rest, _, _ := strings.Cut(string(f.src.Text[offset:]), "\n")
	if !strings.HasPrefix(strings.TrimSpace(rest), "//") {
		return offset
	}
	return offset + len(strings.TrimSuffix(rest, "\r"))
}
