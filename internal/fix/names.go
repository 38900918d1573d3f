package fix

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/gencode"
)

// generatedName spells a name of the generated code for a place, with the edits
// that import it. The reason says why it can't be used there.
func (p *Rewriter) generatedName(at diag.Span, name string) (spelled string, edits []diag.Edit, reason string) {
	file := p.Sources.Path(at.File)
	place, pkg := p.ownPlace(), p.Pkg
	if dir := filepath.Dir(file); dir != place.Dir {
		var ok bool
		if place, ok = place.Beside(dir, p.Sources); !ok {
			return "", nil, "the text is in another module"
		}
		if pkg = p.imported(place.Path); pkg == nil {
			return "", nil, "the text is in a package that this one does not import"
		}
	}
	f := p.file(file)
	switch {
	case f == nil:
		return "", nil, "its file can't be edited"
	case place.Dir == p.codePlace.Dir && f.mayShadow(name, at.Start):
		return "", nil, name + " means something else here"
	case place.Dir == p.codePlace.Dir:
		return name, nil, ""
	}
	if reason := p.importReason(place); reason != "" {
		return "", nil, reason
	}
	qualifier, edits := f.qualifier(p.codePlace.Path, p.code.Name)
	taken := f.mayShadow(qualifier, at.Start)
	if len(edits) > 0 {
		taken = f.uses(qualifier) || pkg.Scope().Lookup(qualifier) != nil
	}
	if taken {
		return "", nil, "the name " + qualifier + " means something else here"
	}
	return qualifier + "." + name, edits, ""
}

// imported is a package that this one imports; nil: it does not.
func (p *Rewriter) imported(path string) *types.Package {
	list := p.Pkg.Imports()
	i := slices.IndexFunc(list, func(pkg *types.Package) bool { return pkg.Path() == path })
	if i < 0 {
		return nil
	}
	return list[i]
}

// importReason says why a package can't import the generated code; empty if it
// can.
func (p *Rewriter) importReason(place gencode.Package) string {
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

func (p *Rewriter) file(path string) *goFile {
	f, known := p.files[path]
	if !known {
		f = newGoFile(p.Sources.Open(path))
		p.files[path] = f
	}
	return f
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
