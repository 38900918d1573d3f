package statelint

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// stores are the places, by file, in which a project's own session services and states keep
// what they are given: keys that others write and read.
type stores map[string][]diag.Span

// methodsOfStores are those that frameworks call.
var methodsOfStores = []string{"Create", "Get", "List", "Delete", "AppendEvent", "State", "Events", "Set", "All"}

// add notes the methods of services and states. What else a file with a service has is
// theirs, but for what others can call. It returns where a service is; zero if there is none.
func (s stores) add(p *follow.Package) (service diag.Span) {
	for _, file := range p.Files {
		i := slices.IndexFunc(file.Decls, func(d ast.Decl) bool { return isServiceMethod(p, d) })
		all := i >= 0 && !p.IsTest(file)
		if all {
			service = p.Span(file.Decls[i])
		}
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			isOffered := ok && fn.Name.IsExported()
			if all && !isOffered || ok && isStoreMethod(p, fn) {
				at := p.Span(decl)
				s[at.File] = append(s[at.File], at)
			}
		}
	}
	return service
}

// ownState reports whether a package has a state of its own in which keys can be set: it may
// keep them at once.
func ownState(p *follow.Package) bool {
	for _, file := range p.Files {
		if p.IsTest(file) {
			continue
		}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Name.Name == "Set" && isStoreMethod(p, fn) {
				return true
			}
		}
	}
	return false
}

// have reports whether a place is one of them.
func (s stores) have(at diag.Span) bool {
	return slices.ContainsFunc(s[at.File], func(in diag.Span) bool { return in.Start <= at.Start && at.Start < in.End })
}

func isServiceMethod(p *follow.Package, d ast.Decl) bool {
	fn, ok := d.(*ast.FuncDecl)
	return ok && fn.Name.Name == "AppendEvent" && isStoreMethod(p, fn)
}

func isStoreMethod(p *follow.Package, fn *ast.FuncDecl) bool {
	obj, ok := p.TypesInfo.Defs[fn.Name].(*types.Func)
	if !ok || obj.Signature().Recv() == nil || !slices.Contains(methodsOfStores, fn.Name.Name) {
		return false
	}
	t := obj.Signature().Recv().Type()
	return appendsEvents(t) || framework.IsState(t)
}
