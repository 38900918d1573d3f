package fix

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// generatedName spells a name of the generated code for a place, with the edits
// that import it. The reason says why it can't be used there.
func (p *Rewriter) generatedName(at diag.Span, name string) (spelled string, edits []diag.Edit, reason string) {
	i := slices.IndexFunc(p.Files, func(f *ast.File) bool {
		return p.Sources.Name(p.Fset.File(f.FileStart).Name()) == at.File
	})
	if i < 0 {
		return "", nil, "the text is in another package"
	}
	f := goFile{p.Sources.Open(p.Sources.Path(at.File)), p.Files[i], p.Fset}
	pos := p.Fset.File(f.syntax.FileStart).Pos(at.Start)
	meaning := func(name string) types.Object {
		_, obj := p.Pkg.Scope().Innermost(pos).LookupParent(name, pos)
		return obj
	}
	if p.ownPlace().Dir == p.codePlace.Dir {
		if obj := meaning(name); obj == nil || obj.Parent() != p.Pkg.Scope() {
			return "", nil, name + " means something else here"
		}
		return name, nil, ""
	}
	if reason := p.importReason(); reason != "" {
		return "", nil, reason
	}
	qualifier, isImported := f.qualifier(p.codePlace.Path, p.code.Name)
	if !isImported {
		spec := strconv.Quote(p.codePlace.Path)
		if qualifier != p.codePlace.Path[strings.LastIndexByte(p.codePlace.Path, '/')+1:] {
			spec = qualifier + " " + spec
		}
		edits = []diag.Edit{f.add(spec)}
	}
	pkg, isPackage := meaning(qualifier).(*types.PkgName)
	isCode := isPackage && pkg.Imported().Path() == p.codePlace.Path
	if isCode != isImported || !isImported && meaning(qualifier) != nil {
		return "", nil, "the name " + qualifier + " means something else here"
	}
	return qualifier + "." + name, edits, ""
}

// importReason says why the package can't import the generated code; empty if it
// can.
func (p *Rewriter) importReason() string {
	switch place := p.ownPlace(); {
	case p.code.Name == "main":
		return "a package main can't be imported"
	case !place.MayImport(p.codePlace.Path):
		return p.codePlace.Path + " is internal to other packages"
	case p.codePlace.Reaches(p.code.Imports, place.Path, p.Sources):
		return "importing " + p.codePlace.Path + " would make a cycle"
	}
	return ""
}

// goFile is a Go file that may import something more.
type goFile struct {
	src    *diag.Source
	syntax *ast.File
	fset   *token.FileSet
}

// qualifier returns the name by which the file knows a package, or is to know it.
func (f goFile) qualifier(path, name string) (qualifier string, isImported bool) {
	for _, spec := range f.syntax.Imports {
		if spec.Path.Value != strconv.Quote(path) {
			continue
		}
		switch {
		case spec.Name == nil:
			return name, true
		case spec.Name.Name != "_" && spec.Name.Name != ".":
			return spec.Name.Name, true
		}
	}
	return name, false
}

// add inserts the specification of an import behind the others. All fixes that need the import make the
// very same edit.
func (f goFile) add(spec string) diag.Edit {
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
	text, offset := before+spec, f.lineEnd(f.fset.File(at).Offset(at))
	if bytes.Contains(f.src.Text, []byte("\r\n")) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return diag.Edit{Span: diag.Span{File: f.src.Name, Start: offset, End: offset}, NewText: text}
}

// importDecl is the last declaration of imports, if there are any.
func (f goFile) importDecl() (last *ast.GenDecl) {
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

// lineEnd goes past a comment to the end of a line.
func (f goFile) lineEnd(offset int) int {
	rest, _, _ := strings.Cut(string(f.src.Text[offset:]), "\n")
	if !strings.HasPrefix(strings.TrimSpace(rest), "//") {
		return offset
	}
	return offset + len(strings.TrimSuffix(rest, "\r"))
}
