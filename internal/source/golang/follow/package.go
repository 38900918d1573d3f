package follow

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/gencode"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"golang.org/x/tools/go/analysis"
)

// Package is a package with what its syntax says: its variables and functions,
// which of its files are generated, and where everything is in the source.
type Package struct {
	*analysis.Pass
	Sources *sources.Reader
	Index   *Index
	Sinks   *framework.Sinks // what takes a key, a text or a map; nil: what the frameworks take

	Generated      bool            // some file bears stategen's header
	GeneratedFrom  string          // the schema that it was generated from, if it was
	GeneratedFiles map[string]bool // files that any generator wrote
	OwnFiles       map[string]bool // those that stategen wrote
	generatedTexts map[string]bool // any Go files, by path: whether a generator wrote them
}

// NewPackage looks which files of a package are generated. What follows values
// needs its index, too.
func NewPackage(ap *analysis.Pass, src *sources.Reader) *Package {
	p := &Package{
		Pass: ap, Sources: src,
		GeneratedFiles: map[string]bool{}, OwnFiles: map[string]bool{}, generatedTexts: map[string]bool{},
	}
	p.findGenerated()
	return p
}

// IndexNames indexes the package as far as names need it.
func (p *Package) IndexNames() {
	p.Index = newIndex(p.TypesInfo)
	for _, f := range p.Files {
		p.Index.file(f)
	}
}

// IndexAll indexes embedded files and the values of parameters, too.
func (p *Package) IndexAll() {
	p.IndexNames()
	for _, f := range p.Files {
		p.Index.embedsOf(p.Fset, f)
	}
	p.Index.resolveCalls()
}

// OriginOf is the place of a whole expression.
func (p *Package) OriginOf(e ast.Node) Range {
	f := p.Fset.File(e.Pos())
	if f == nil {
		return Range{}
	}
	return Range{File: f.Name(), Start: f.Offset(e.Pos()), End: f.Offset(e.End())}
}

// Source is the text of a node; empty if its file can't be read.
func (p *Package) Source(n ast.Node) string {
	o := p.OriginOf(n)
	src := p.Sources.Open(o.File)
	if src == nil || o.End > len(src.Text) {
		return ""
	}
	return string(src.Text[o.Start:o.End])
}

// FileOf is the file that a place is in; nil if it is another package's.
func (p *Package) FileOf(at token.Pos) *ast.File {
	for _, f := range p.Files {
		if f.FileStart <= at && at <= f.FileEnd {
			return f
		}
	}
	return nil
}

// IsTest reports whether a file of the package is one of tests.
func (p *Package) IsTest(f *ast.File) bool { return sources.IsTest(p.Fset.Position(f.Pos()).Filename) }

// IsLocal reports whether a variable is one of a function of the package.
func (p *Package) IsLocal(v *types.Var) bool {
	return v != nil && !v.IsField() && v.Pkg() == p.Pkg && v.Parent() != p.Pkg.Scope()
}

// IsBuiltin reports whether an identifier is one of Go's own functions.
func (p *Package) IsBuiltin(id *ast.Ident, name string) bool {
	b, ok := p.TypesInfo.Uses[id].(*types.Builtin)
	return ok && b.Name() == name
}

// FieldSelection returns the field that a selector names.
func (p *Package) FieldSelection(e ast.Expr) (*ast.SelectorExpr, *types.Var) {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return nil, nil
	}
	v, ok := p.TypesInfo.Uses[sel.Sel].(*types.Var)
	if !ok || !v.IsField() {
		return nil, nil
	}
	return sel, v
}

// OwnerOf returns the struct type that a selected field belongs to, however
// deep it is embedded.
func (p *Package) OwnerOf(sel *ast.SelectorExpr) types.Object {
	selection := p.TypesInfo.Selections[sel]
	if selection == nil {
		return nil
	}
	t := selection.Recv()
	for _, i := range selection.Index()[:len(selection.Index())-1] {
		st := StructOf(t)
		if st == nil {
			return nil
		}
		t = st.Field(i).Type()
	}
	return framework.TypeName(t)
}

// shape is the shape of a value.
func (p *Package) shape(e ast.Expr) framework.Shape {
	if e == nil || p.TypesInfo.TypeOf(e) == nil {
		return framework.Shape{}
	}
	return framework.ShapeOf(types.Default(p.TypesInfo.TypeOf(e)), p.qualifier())
}

// shapeOfType is the shape of a type expression.
func (p *Package) shapeOfType(e ast.Expr) framework.Shape {
	return framework.ShapeOf(p.TypesInfo.TypeOf(e), p.qualifier())
}

func (p *Package) qualifier() types.Qualifier {
	return func(other *types.Package) string {
		if other == p.Pkg {
			return ""
		}
		return other.Name()
	}
}

// ImportFact reads a fact about an object of another package.
func (p *Package) ImportFact(obj types.Object, f analysis.Fact) bool {
	return obj.Pkg() != nil && obj.Pkg() != p.Pkg && p.ImportObjectFact(obj, f)
}

// Calls reports whether a function of ADK with a role is called.
func (p *Package) Calls(call *ast.CallExpr, r framework.Role) bool {
	fn := p.Index.Function(call)
	return fn != nil && framework.Has(fn, r)
}

// FieldValue is what a literal gives to a field; nil if it doesn't name it.
func (p *Package) FieldValue(lit *ast.CompositeLit, name string) ast.Expr {
	st := StructOf(p.TypesInfo.TypeOf(lit))
	if st == nil {
		return nil
	}
	for i, elt := range lit.Elts {
		if field, value := FieldOf(p.TypesInfo, st, i, elt); field != nil && field.Name() == name {
			return value
		}
	}
	return nil
}

// findGenerated notes which files generators wrote, and which of them stategen, and from which schema. The
// package is one of stategen's if it is on top of our runtime.
func (p *Package) findGenerated() {
	for _, f := range p.Files {
		if !ast.IsGenerated(f) {
			continue
		}
		name := p.Fset.File(f.FileStart).Name()
		p.GeneratedFiles[name] = true
		p.Generated = p.Generated || slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool {
			return spec.Path.Value == strconv.Quote(framework.RuntimePath)
		})
		source, ok := gencode.Source(f)
		if !ok {
			continue
		}
		p.OwnFiles[name] = true
		if source != "" {
			p.GeneratedFrom = filepath.Join(filepath.Dir(name), filepath.FromSlash(source))
		}
	}
}

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
