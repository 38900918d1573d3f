package statelint

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
	"github.com/seed92179c4c/stategen/diag"
)

// programs are those that packages are part of, by import path.
type programs struct {
	of     map[string][]string
	all    []string // of a package that none of them imports
	stores map[string]audit.Storage
}

func programsOf(list []*packages.Package, dir string, in map[string]sessionServices) programs {
	p := programs{of: map[string][]string{}, all: []string{dir + ":"}, stores: map[string]audit.Storage{}}
	for _, pkg := range list {
		if pkg.Name != "main" || strings.Contains(pkg.ID, " ") {
			continue
		}
		p.all = append(p.all, pkg.PkgPath)
		var parts []sessionServices
		packages.Visit([]*packages.Package{pkg}, nil, func(part *packages.Package) {
			p.of[part.PkgPath] = append(p.of[part.PkgPath], pkg.PkgPath)
			parts = append(parts, in[part.PkgPath])
		})
		p.stores[pkg.PkgPath] = storageOf(parts, func(path string) bool { _, ok := in[path]; return ok })
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

// isLibrary reports whether no program has a package.
func (p programs) isLibrary(pkg string) bool { return len(p.of[pkg]) == 0 }

// storage is where the programs that have a package keep sessions: in a database if one
// of them does.
func (p programs) storage(pkg string) audit.Storage {
	of := p.of[pkg]
	has := func(s audit.Storage) func(string) bool {
		return func(program string) bool { return p.stores[program] == s }
	}
	switch {
	case slices.ContainsFunc(of, has(audit.Database)):
		return audit.Database
	case len(of) > 0 && !slices.ContainsFunc(of, has(audit.UnknownStorage)):
		return audit.Memory
	}
	return audit.UnknownStorage
}

// sessionServices are what a package says about the session services of the programs
// that it is part of.
type sessionServices struct {
	memory, database bool
	own              bool     // it implements one
	from             []string // the packages whose functions give it one
	chosen           bool     // it hands one on
	runs             bool     // it runs agents, which a tool that migrates a database does not
}

func (s sessionServices) with(t sessionServices) sessionServices {
	return sessionServices{
		s.memory || t.memory, s.database || t.database, s.own || t.own, slices.Concat(s.from, t.from), s.chosen || t.chosen, s.runs || t.runs,
	}
}

// storageOf is where a program keeps sessions that has these packages. One that makes
// services of both kinds chooses, if one package does so; otherwise nobody knows which
// agents run on which. Launchers and servers that are given none take one in memory.
func storageOf(parts []sessionServices, local func(pkg string) bool) audit.Storage {
	var all sessionServices
	apart := false
	for _, s := range parts {
		apart = apart || s.memory && !s.database
		all = all.with(s)
	}
	others := slices.ContainsFunc(all.from, func(pkg string) bool { return !local(pkg) })
	switch {
	case all.own || others || !all.runs || all.database && apart:
		return audit.UnknownStorage
	case all.database:
		return audit.Database
	case all.memory || !all.chosen:
		return audit.Memory
	}
	return audit.UnknownStorage
}

// servicesIn sees what the syntax of a package names, in code that is no test. ADK may
// not be there, so that nothing but the syntax is known.
func servicesIn(p *flow.Package) (s sessionServices) {
	for _, file := range p.Files {
		if sources.IsTest(p.Fset.Position(file.Pos()).Filename) {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				s.own = s.own || n.Recv != nil && n.Name.Name == "AppendEvent"
			case *ast.KeyValueExpr:
				s.choose(n.Key)
			case *ast.SelectorExpr:
				s.choose(n.Sel)
				s.selected(p, n)
			}
			return true
		})
	}
	return s
}

func (s *sessionServices) choose(e ast.Expr) {
	id, ok := e.(*ast.Ident)
	s.chosen = s.chosen || ok && id.Name == "SessionService"
}

// selected sees what is taken from another package.
func (s *sessionServices) selected(p *flow.Package, sel *ast.SelectorExpr) {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return
	}
	from, ok := p.TypesInfo.Uses[id].(*types.PkgName)
	if !ok {
		return
	}
	m := framework.ADKPath.FindStringSubmatch(from.Imported().Path())
	if m == nil {
		if givesService(p.TypesInfo.Uses[sel.Sel]) {
			s.from = append(s.from, from.Imported().Path())
		}
		return
	}
	name, top := sel.Sel.Name, strings.Split(m[1], "/")[0]
	switch m[1] {
	case "session":
		s.memory = s.memory || name == "InMemoryService"
	case "runner":
		s.memory = s.memory || name == "NewInMemory"
	case "session/database", "session/vertexai":
		s.database = s.database || strings.HasPrefix(name, "New")
	}
	s.runs = s.runs || top == "runner" || top == "server" || strings.HasPrefix(m[1], "cmd/launcher")
}

// givesService reports whether an object is a function that returns a session service.
func givesService(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok {
		return false
	}
	for v := range fn.Signature().Results().Variables() {
		if framework.ADKName(framework.TypeName(v.Type())) == "session.Service" {
			return true
		}
	}
	return false
}

// functions are those of files, in their order.
type functions map[string][]function

type function struct {
	span diag.Span
	tool bool
}

// add notes the functions of a package that are not part of others.
func (f functions) add(p *flow.Package) {
	for _, file := range p.Files {
		var list []function
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil {
				list = append(list, function{p.Span(fn), isTool(p, fn)})
			}
		}
		if len(list) > 0 {
			f[list[0].span.File] = list
		}
	}
}

// isTool reports whether a function, or one in it, gets the context of a tool.
func isTool(p *flow.Package, fn *ast.FuncDecl) (tool bool) {
	ast.Inspect(fn, func(n ast.Node) bool {
		if t, ok := n.(*ast.FuncType); ok {
			for _, param := range t.Params.List {
				name := framework.ADKName(framework.TypeName(p.TypesInfo.TypeOf(param.Type)))
				tool = tool || name == "tool.Context" || name == "agent.ToolContext"
			}
		}
		return !tool
	})
	return tool
}

// at says which function a place is in, and whether it is a tool.
func (f functions) at(s diag.Span) (name string, tool bool) {
	for _, fn := range f[s.File] {
		if fn.span.Start <= s.Start && s.Start < fn.span.End {
			return s.File + ":" + strconv.Itoa(fn.span.Start), fn.tool
		}
	}
	return "", false
}
