package statelint

import (
	"go/ast"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/diag"
)

// programs are those that packages are part of, by import path.
type programs struct {
	of     map[string][]string
	all    []string // of a package that none of them imports
	stores map[string]audit.Storage
	alone  map[string]bool // the packages that run agents on sessions that they keep in memory themselves
}

func programsOf(list []*packages.Package, dir string, in map[string]sessionServices) programs {
	p := programs{of: map[string][]string{}, all: []string{dir + ":"}, stores: map[string]audit.Storage{}, alone: map[string]bool{}}
	local := func(path string) bool { _, ok := in[path]; return ok }
	for path, s := range in {
		p.alone[path] = s.alone()
	}
	p.stores[p.all[0]] = storageOfLibraries(slices.Collect(maps.Values(in)), local)
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
		p.stores[pkg.PkgPath] = storageOf(parts, local)
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
