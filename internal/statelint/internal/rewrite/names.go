package rewrite

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/importedit"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/importpath"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/sources"
)

// generatedName spells a name of the generated code for a place, with the edits
// that import it. The reason says why it can't be used there.
func (p *Rewriter) generatedName(at diag.Span, name string) (spelled string, edits []diag.Edit, reason string) {
	file := p.Sources.Path(at.File)
	place, own := p.ownPlace(), true
	if dir := filepath.Dir(file); dir != place.Dir {
		own = false
		var ok bool
		if place, ok = place.Beside(dir, p.Sources); !ok {
			return "", nil, "the text is in another module"
		}
	}
	if place.Dir == p.codePlace.Dir {
		if own && !p.means(file, at.Start, name, p.Pkg.Scope().Lookup(name)) {
			return "", nil, name + " means something else here"
		}
		return name, nil, ""
	}
	if reason := p.importReason(place); reason != "" {
		return "", nil, reason
	}
	f := p.importerOf(file)
	if f == nil {
		return "", nil, "its file can't be edited"
	}
	qualifier, edits := f.Qualifier(p.codePlace.Path, p.code.Name, p.declaredBy(place))
	shadowed := own && !p.meansPackage(file, at.Start, qualifier) || !own && f.MayShadow(qualifier, at.Start)
	if len(edits) == 0 && shadowed {
		return "", nil, "the name " + qualifier + " means something else here"
	}
	return qualifier + "." + name, edits, ""
}

// importReason says why a package can't import the generated code; empty if it
// can.
func (p *Rewriter) importReason(place importpath.Package) string {
	if reason, known := p.importReasons[place.Path]; known {
		return reason
	}
	reason := ""
	switch {
	case p.code.Name == "main":
		reason = "a package main can't be imported"
	case !place.MayImport(p.codePlace.Path):
		reason = p.codePlace.Path + " is internal to other packages"
	case p.codePlace.Reaches(p.code.Imports, place.Path, p.Sources):
		reason = "importing " + p.codePlace.Path + " would make a cycle"
	}
	p.importReasons[place.Path] = reason
	return reason
}

func (p *Rewriter) importerOf(file string) *importedit.File {
	f, known := p.importers[file]
	if !known {
		f = importedit.New(p.Sources.Open(file))
		p.importers[file] = f
	}
	return f
}

// declaredBy reports which names a package declares, in tests and for other
// systems too: an import can't have them.
func (p *Rewriter) declaredBy(place importpath.Package) func(string) bool {
	return func(name string) bool {
		names, known := p.declaredIn[place.Dir]
		if !known {
			names = declaredNames(place.Dir, p.Sources)
			p.declaredIn[place.Dir] = names
		}
		return names[name]
	}
}

// declaredNames reads the Go files of a folder.
func declaredNames(dir string, src *sources.Reader) map[string]bool {
	names := map[string]bool{}
	for _, name := range src.Folder(dir) {
		if filepath.Ext(name) != ".go" {
			continue
		}
		text, err := src.Reread(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		// What can be read of a file with mistakes counts, too.
		f, _ := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if f != nil && !strings.HasSuffix(f.Name.Name, "_test") {
			addDeclared(names, f)
		}
	}
	return names
}

func addDeclared(names map[string]bool, f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names[spec.Name.Name] = true
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						names[id.Name] = true
					}
				}
			}
		}
	}
}

// meansPackage reports whether a name means the generated package at a
// place.
func (p *Rewriter) meansPackage(file string, offset int, name string) bool {
	obj := p.lookup(file, offset, name)
	imported, ok := obj.(*types.PkgName)
	return ok && imported.Imported().Path() == p.codePlace.Path
}

func (p *Rewriter) means(file string, offset int, name string, want types.Object) bool {
	return want != nil && p.lookup(file, offset, name) == want
}

// lookup finds what a name means at a place of this package.
func (p *Rewriter) lookup(file string, offset int, name string) types.Object {
	for _, f := range p.Files {
		tf := p.Fset.File(f.FileStart)
		if tf.Name() != file || offset > tf.Size() {
			continue
		}
		if scope := p.Pkg.Scope().Innermost(tf.Pos(offset)); scope != nil {
			_, obj := scope.LookupParent(name, tf.Pos(offset))
			return obj
		}
	}
	return nil
}

// onlyImportOf returns the import that would be left without a use if a constant
// text went; empty if there is none. What other fixes may take away counts as no use.
func (p *Rewriter) onlyImportOf(gone ast.Expr) string {
	for n := range ast.Preorder(gone) {
		id, _ := n.(*ast.Ident)
		pkg, ok := p.TypesInfo.Uses[id].(*types.PkgName)
		if ok && !p.staysImported(pkg, p.FileOf(gone.Pos())) {
			return id.Name
		}
	}
	return ""
}

// staysImported reports whether a file names an import outside of constant texts
// that are built of several parts.
func (p *Rewriter) staysImported(pkg *types.PkgName, f *ast.File) (stays bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			stays = stays || p.TypesInfo.Uses[id] == pkg
		}
		sum, isSum := n.(*ast.BinaryExpr)
		return !stays && (!isSum || !p.isConstant(sum))
	})
	return stays
}

// isConstant reports whether an expression is a constant text.
func (p *Rewriter) isConstant(e ast.Expr) bool {
	_, ok := p.Evaluator().Constant(e)
	return ok
}
