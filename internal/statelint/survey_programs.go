package statelint

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// programs are those that packages are part of, by import path.
type programs struct {
	of     map[string][]string
	all    []string // of a package that none of them imports
	stores map[string]source.Storage
}

func programsOf(list []*packages.Package, dir string, in map[string]services) programs {
	p := programs{of: map[string][]string{}, all: []string{dir + ":"}, stores: map[string]source.Storage{}}
	var whole services
	for _, s := range in {
		whole = whole.with(s)
	}
	whole.others = whole.others || whole.database // who runs agents on it is not seen
	p.stores[p.all[0]] = whole.storage()
	for _, pkg := range list {
		if pkg.Name != "main" || strings.Contains(pkg.ID, " ") {
			continue
		}
		p.all = append(p.all, pkg.PkgPath)
		var all services
		packages.Visit([]*packages.Package{pkg}, nil, func(part *packages.Package) {
			p.of[part.PkgPath] = append(p.of[part.PkgPath], pkg.PkgPath)
			all = all.with(in[part.PkgPath])
		})
		p.stores[pkg.PkgPath] = all.storage()
	}
	return p
}

// with lists the programs that may have a package.
func (p programs) with(pkg string) []string {
	if of := p.of[pkg]; len(of) > 0 {
		return of
	}
	return p.all
}

// services are what packages say about the session services of the programs that they are part of.
type services struct {
	memory, database bool
	others           bool // one is implemented here, or made by code that is not seen
}

func (s services) with(t services) services {
	return services{
		memory: s.memory || t.memory, database: s.database || t.database, others: s.others || t.others,
	}
}

// storage is where a program keeps sessions. One that makes services of both kinds chooses. Launchers and servers that
// are given none take one in memory.
func (s services) storage() source.Storage {
	switch {
	case s.others || s.database && s.memory:
		return source.MaybeDatabase
	case s.database:
		return source.Database
	}
	return source.Memory
}

// servicesIn sees what the syntax of a package names, in code that is no test. ADK may
// not be there, so that nothing but the syntax is known.
func servicesIn(p *follow.Package, isLocal func(path string) bool) (s services) {
	for _, file := range p.Files {
		if p.IsTest(file) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				s.others = s.others || n.Recv != nil && n.Name.Name == "AppendEvent"
			case *ast.SelectorExpr:
				s.selected(p, n, isLocal)
			}
			return true
		})
	}
	return s
}

// selected sees what is taken from another package.
func (s *services) selected(p *follow.Package, sel *ast.SelectorExpr, isLocal func(path string) bool) {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return
	}
	from, ok := p.TypesInfo.Uses[id].(*types.PkgName)
	if !ok {
		return
	}
	path := from.Imported().Path()
	adk, isADK := framework.ServicesOf(path, sel.Sel.Name)
	if !isADK && !isLocal(path) {
		s.others = s.others || givesService(p.TypesInfo.Uses[sel.Sel])
	}
	s.memory, s.database = s.memory || adk.Memory, s.database || adk.Database
}

// givesService reports whether an object is a function that returns a session service.
func givesService(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	for v := range fn.Signature().Results().Variables() {
		if framework.HasType(v.Type(), framework.SessionService) || appendsEvents(v.Type()) {
			return true
		}
	}
	return false
}

// appendsEvents reports whether a type has what only a session service has.
func appendsEvents(t types.Type) bool {
	sig := framework.MethodOf(t, "AppendEvent")
	return sig != nil && sig.Params().Len() == 3
}
