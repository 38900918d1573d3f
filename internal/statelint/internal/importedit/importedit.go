// Package importedit adds an import to a Go file, by edits for a fix: under a
// name that means nothing else there, among the imports that it has most in
// common with. All fixes in a file that need the import make the very same edit.
package importedit

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// File is one Go file that is to import something more.
type File struct {
	src    *diag.Source
	syntax *ast.File
	fset   *token.FileSet
}

// New reads a file; nil if it can't be read, or is generated.
func New(src *diag.Source) *File {
	if src == nil {
		return nil
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, src.Name, src.Text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil || ast.IsGenerated(f) {
		return nil
	}
	return &File{src, f, fset}
}

// Qualifier returns the name by which the file knows a package, or is to know
// it, with the edits that this needs. Taken reports the names that the file's
// package declares.
func (f *File) Qualifier(path, name string, taken func(string) bool) (string, []diag.Edit) {
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
	used := f.names()
	free := func(s string) bool { return !used[s] && !taken(s) }
	alias := name
	for n := 1; !free(alias); n++ {
		alias = name + "keys"
		if n > 1 {
			alias += strconv.Itoa(n)
		}
	}
	spec := strconv.Quote(path)
	if alias != path[strings.LastIndexByte(path, '/')+1:] {
		spec = alias + " " + spec
	}
	return alias, []diag.Edit{f.withLineEnds(f.add(path, spec))}
}

// names are those that the file uses for anything but members.
func (f *File) names() map[string]bool {
	used, members := map[string]bool{}, map[*ast.Ident]bool{}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			members[n.Sel] = true
		case *ast.Ident:
			if !members[n] && n != f.syntax.Name {
				used[n.Name] = true
			}
		}
		return true
	})
	return used
}

// MayShadow reports whether the declaration around a place names anything but a
// package, or a member of something, by a name.
func (f *File) MayShadow(name string, offset int) bool {
	for _, d := range f.syntax.Decls {
		if f.offset(d.Pos()) > offset || offset >= f.offset(d.End()) {
			continue
		}
		qualified, found := map[*ast.Ident]bool{}, false
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
		return found
	}
	return false
}

// add inserts the specification of an import: among those that it has most in
// common with, in the order of their paths.
func (f *File) add(path, spec string) diag.Edit {
	decl := f.importDecl()
	switch {
	case decl == nil:
		at, last := f.lineEnd(f.syntax.Name.End())
		if !last {
			return f.insert(at, "; import "+spec)
		}
		return f.insert(at, "\n\nimport "+spec)
	case !decl.Lparen.IsValid():
		return f.intoBlock(decl, path, spec)
	}
	group := bestGroup(f.groups(decl), path)
	if group == nil {
		before := decl.Rparen
		if f.fset.Position(before).Line == f.fset.Position(decl.Lparen).Line {
			return f.insert(before, "\n\t"+spec+"\n")
		}
		return f.insert(f.lineStart(before), "\n\t"+spec+"\n")
	}
	for _, other := range group {
		if pathOf(other) > path {
			return f.insert(f.specPos(other), spec+"\n\t")
		}
	}
	at, _ := f.lineEnd(group[len(group)-1].End())
	return f.insert(at, "\n\t"+spec)
}

// importDecl is the declaration that takes one more: the first but that of C.
func (f *File) importDecl() *ast.GenDecl {
	for _, d := range f.syntax.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			return nil
		}
		if len(decl.Specs) > 0 && pathOf(decl.Specs[0].(*ast.ImportSpec)) != "C" {
			return decl
		}
	}
	return nil
}

// intoBlock makes a block of a single import and the new one.
func (f *File) intoBlock(decl *ast.GenDecl, path, spec string) diag.Edit {
	old := decl.Specs[0].(*ast.ImportSpec)
	text := string(f.src.Text[f.offset(old.Pos()):f.offset(old.End())])
	first, second, between := text, spec, "\n\t"
	switch {
	case isStandardPath(pathOf(old)) && !isStandardPath(path):
		between = "\n\n\t"
	case path < pathOf(old):
		first, second = spec, text
	}
	return diag.Edit{
		Span:    diag.Span{File: f.src.Name, Start: f.offset(decl.Pos()), End: f.offset(old.End())},
		NewText: "import (\n\t" + first + between + second + "\n)",
	}
}

// groups are the imports of a block between blank lines.
func (f *File) groups(decl *ast.GenDecl) [][]*ast.ImportSpec {
	var groups [][]*ast.ImportSpec
	last := -1
	for _, s := range decl.Specs {
		spec := s.(*ast.ImportSpec)
		if line := f.fset.Position(f.specPos(spec)).Line; last < 0 || line > last+1 {
			groups = append(groups, nil)
		}
		last = f.fset.Position(spec.End()).Line
		groups[len(groups)-1] = append(groups[len(groups)-1], spec)
	}
	return groups
}

// bestGroup is the group with the path that begins most like the given one, the
// last of several; nil if there are only those of the standard library.
func bestGroup(groups [][]*ast.ImportSpec, path string) []*ast.ImportSpec {
	var best []*ast.ImportSpec
	most := -1
	for _, group := range groups {
		for _, spec := range group {
			other := pathOf(spec)
			n := commonElements(other, path)
			if isStandardPath(other) && !isStandardPath(path) && n == 0 || other == "C" {
				continue
			}
			if n >= most {
				best, most = group, n
			}
		}
	}
	return best
}

func commonElements(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// isStandardPath reports whether a path looks like one of Go's own.
func isStandardPath(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

func pathOf(spec *ast.ImportSpec) string {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return ""
	}
	return path
}

// specPos is where an import begins, its comment included.
func (f *File) specPos(spec *ast.ImportSpec) token.Pos {
	if spec.Doc != nil {
		return spec.Doc.Pos()
	}
	return spec.Pos()
}

func (f *File) offset(at token.Pos) int { return f.fset.File(at).Offset(at) }

// lineEnd returns the end of a line from which on nothing but a comment follows.
// If anything else does, it returns the place itself, and false.
func (f *File) lineEnd(at token.Pos) (token.Pos, bool) {
	rest, _, _ := strings.Cut(string(f.src.Text[f.offset(at):]), "\n")
	if follows := strings.TrimSpace(rest); follows != "" && !strings.HasPrefix(follows, "//") {
		return at, false
	}
	return at + token.Pos(len(strings.TrimSuffix(rest, "\r"))), true
}

func (f *File) lineStart(at token.Pos) token.Pos {
	offset := f.offset(at)
	return at - token.Pos(offset-strings.LastIndexByte(string(f.src.Text[:offset]), '\n')-1)
}

// withLineEnds ends lines as the file does.
func (f *File) withLineEnds(e diag.Edit) diag.Edit {
	if bytes.Contains(f.src.Text, []byte("\r\n")) {
		e.NewText = strings.ReplaceAll(e.NewText, "\n", "\r\n")
	}
	return e
}

func (f *File) insert(at token.Pos, text string) diag.Edit {
	offset := f.offset(at)
	return diag.Edit{Span: diag.Span{File: f.src.Name, Start: offset, End: offset}, NewText: text}
}
