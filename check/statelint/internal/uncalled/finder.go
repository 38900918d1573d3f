package uncalled

import (
	"go/ast"
	"go/types"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/diag"
)

// Func is a function that no program runs.
type Func struct {
	Name string
	Span diag.Span
}

// Finder gathers who names which functions.
type Finder struct {
	funcs    map[string]*function // by full name
	byName   map[string][]*function
	begin    mentions        // by what runs in any case, and what something that is not seen may call
	abstract map[string]bool // the names of methods of interfaces
	reflects bool            // something may call methods by their names
	looked   map[*types.Package]bool
	own      map[string]bool // packages
}

type function struct {
	decl  *ast.FuncDecl
	obj   *types.Func
	span  diag.Span
	names mentions
}

// mentions are the functions that a piece of source names, by their full names; of some no
// more is known than the name.
type mentions map[string]bool

// New makes a finder.
func New() *Finder {
	return &Finder{
		funcs: map[string]*function{}, byName: map[string][]*function{}, begin: mentions{},
		abstract: map[string]bool{}, looked: map[*types.Package]bool{}, own: map[string]bool{},
	}
}

// byReflection are packages that call methods by their names.
var byReflection = regexp.MustCompile(`(^|/)(text/template|html/template|net/rpc|wails|yaegi|goja|otto|gopher-lua|gorilla/rpc)(/|$)`)

// Add notes the functions of a package, and what it names outside of tests.
func (f *Finder) Add(p *flow.Package) {
	f.own[p.Pkg.Path()] = true
	for _, imported := range p.Pkg.Imports() {
		f.look(imported)
	}
	for _, file := range p.Files {
		if p.IsTest(file) {
			continue
		}
		for _, spec := range file.Imports {
			f.reflects = f.reflects || byReflection.MatchString(strings.Trim(spec.Path.Value, `"`))
		}
		for _, decl := range file.Decls {
			f.note(p, decl, f.holder(p, decl))
		}
	}
}

// holder is what is named by a declaration counts for.
func (f *Finder) holder(p *flow.Package, decl ast.Decl) mentions {
	fn, ok := decl.(*ast.FuncDecl)
	if !ok {
		return f.begin
	}
	obj, ok := p.TypesInfo.Defs[fn.Name].(*types.Func)
	if !ok || fn.Recv == nil && (fn.Name.Name == "init" || fn.Name.Name == "_" || fn.Name.Name == "main" && p.Pkg.Name() == "main") {
		return f.begin
	}
	made := f.funcs[obj.FullName()]
	if made == nil {
		made = &function{decl: fn, obj: obj, span: p.Span(fn), names: mentions{}}
		f.funcs[obj.FullName()] = made
		f.byName[obj.Name()] = append(f.byName[obj.Name()], made)
	}
	return made.names
}

// note notes what a declaration names.
func (f *Finder) note(p *flow.Package, decl ast.Decl, in mentions) {
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if id, ok := n.X.(*ast.Ident); ok && p.TypesInfo.Uses[n.Sel] == nil {
				if _, ok := p.TypesInfo.Uses[id].(*types.PkgName); ok {
					return false // of a package that is not there
				}
			}
		case *ast.Ident:
			if name := named(p.TypesInfo, n); name != "" {
				in[name] = true
				f.reflects = f.reflects || strings.HasPrefix(name, "(reflect.Value).Method") || strings.HasPrefix(name, "(reflect.Type).Method")
			}
		case *ast.InterfaceType:
			if t, ok := p.TypesInfo.TypeOf(n).(*types.Interface); ok {
				f.methodsOf(t)
			}
		}
		return true
	})
}

// named is the function that an identifier names; of what is not known just the name.
func named(info *types.Info, id *ast.Ident) string {
	obj, known := info.Uses[id]
	if fn, ok := obj.(*types.Func); ok {
		return fn.Origin().FullName()
	}
	if _, defined := info.Defs[id]; known || defined {
		return ""
	}
	return id.Name
}

// look notes the methods of interfaces of a package and of those that it imports.
func (f *Finder) look(pkg *types.Package) {
	if f.looked[pkg] {
		return
	}
	f.looked[pkg] = true
	for _, name := range pkg.Scope().Names() {
		if t, ok := pkg.Scope().Lookup(name).Type().Underlying().(*types.Interface); ok {
			f.methodsOf(t)
		}
	}
	for _, imported := range pkg.Imports() {
		f.look(imported)
	}
}

func (f *Finder) methodsOf(t *types.Interface) {
	for m := range t.Methods() {
		f.abstract[m.Name()] = true
	}
}
