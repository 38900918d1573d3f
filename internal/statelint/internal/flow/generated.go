package flow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// GeneratedMethod returns the method of a generated type that is called, with
// the name of the type.
func (p *Package) GeneratedMethod(call *ast.CallExpr) (fn *types.Func, receiver string) {
	fn = p.Index.Function(call)
	if fn == nil || fn.Signature().Recv() == nil || SelectorOf(call) == nil {
		return nil, ""
	}
	switch receiver = framework.ReceiverName(fn); receiver {
	case "State", "Delta", "Initial":
		if p.IsGenerated(fn) {
			return fn, receiver
		}
	}
	return nil, ""
}

// IsOwn reports whether an object is declared in a file that stategen
// generated, in this package.
func (p *Package) IsOwn(obj types.Object) bool {
	f := p.Fset.File(obj.Pos())
	return obj.Pkg() == p.Pkg && f != nil && p.OwnFiles[f.Name()]
}

// IsGenerated reports whether an object belongs to code that stategen
// generated.
func (p *Package) IsGenerated(obj types.Object) bool {
	if obj.Pkg() == nil {
		return false
	}
	if obj.Pkg() == p.Pkg {
		return p.IsOwn(obj)
	}
	return p.ImportPackageFact(obj.Pkg(), new(generatedFact))
}

// IsGeneratedFunc reports whether a map comes from code that stategen
// generated, or from our runtime, and so needs no check.
func (p *Package) IsGeneratedFunc(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	if fn.Pkg() == p.Pkg {
		f := p.Fset.File(fn.Pos())
		return f != nil && p.GeneratedFiles[f.Name()]
	}
	return framework.IsRuntime(fn.Pkg().Path()) || p.ImportPackageFact(fn.Pkg(), new(generatedFact))
}

// ExportGenerated tells other packages that stategen generated this one, if it
// did.
func (p *Package) ExportGenerated() {
	if p.Generated {
		p.ExportPackageFact(&generatedFact{From: p.GeneratedFrom})
	}
}

// MeansSchema returns the schema from which packages were generated that this one imports, if it is
// one; empty otherwise.
func (p *Package) MeansSchema() string {
	schema := ""
	for _, imported := range p.Pkg.Imports() {
		var fact generatedFact
		if !p.ImportPackageFact(imported, &fact) || fact.From == "" || fact.From == schema {
			continue
		}
		if schema != "" {
			return ""
		}
		schema = fact.From
	}
	return schema
}
