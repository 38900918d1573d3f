package statelint

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"strconv"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/check/statelint/internal/gencode"
)

// generatedMethod returns the method of a generated type that is called, with
// the name of the type.
func (p *Package) generatedMethod(call *ast.CallExpr) (fn *types.Func, receiver string) {
	fn = p.index.function(call)
	if fn == nil || fn.Signature().Recv() == nil || selectorOf(call) == nil {
		return nil, ""
	}
	switch receiver = framework.ReceiverName(fn); receiver {
	case "State", "Delta", "Initial":
		if p.isGenerated(fn) {
			return fn, receiver
		}
	}
	return nil, ""
}

// findGenerated notes which files generators wrote, and whether the package is
// one of stategen's: generated, and on top of our runtime.
func (p *Package) findGenerated() {
	for _, f := range p.Files {
		if !ast.IsGenerated(f) {
			continue
		}
		p.generatedFiles[p.Fset.File(f.FileStart).Name()] = true
		for _, spec := range f.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && path == framework.RuntimePath {
				p.generated = true
			}
		}
	}
}

// findOwnFiles notes the files that stategen generated, and from which schema.
func (p *Package) findOwnFiles() {
	for _, f := range p.Files {
		source, ok := gencode.Source(f)
		if !ok {
			continue
		}
		name := p.Fset.File(f.FileStart).Name()
		p.ownFiles[name] = true
		if source != "" {
			p.generatedFrom = filepath.Join(filepath.Dir(name), filepath.FromSlash(source))
		}
	}
}

// isOwn reports whether an object is declared in a file that stategen
// generated, in this package.
func (p *Package) isOwn(obj types.Object) bool {
	f := p.Fset.File(obj.Pos())
	return obj.Pkg() == p.Pkg && f != nil && p.ownFiles[f.Name()]
}

// isGenerated reports whether an object belongs to code that stategen
// generated.
func (p *Package) isGenerated(obj types.Object) bool {
	if obj.Pkg() == nil {
		return false
	}
	if obj.Pkg() == p.Pkg {
		return p.isOwn(obj)
	}
	return p.ImportPackageFact(obj.Pkg(), new(generatedFact))
}

// isGeneratedFunc reports whether a map comes from code that stategen
// generated, or from our runtime, and so needs no check.
func (p *Package) isGeneratedFunc(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	if fn.Pkg() == p.Pkg {
		f := p.Fset.File(fn.Pos())
		return f != nil && p.generatedFiles[f.Name()]
	}
	return framework.IsRuntime(fn.Pkg().Path()) || p.ImportPackageFact(fn.Pkg(), new(generatedFact))
}

// ExportGenerated tells other packages that stategen generated this one, if it
// did.
func (p *Package) ExportGenerated() {
	if p.generated {
		p.ExportPackageFact(new(generatedFact))
	}
}
