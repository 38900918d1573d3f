package agents

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"

	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
)

// usesOf are the uses in a function, without what an agent has claimed.
func (f *finder) usesOf(fn *function) []graph.Use {
	return slices.DeleteFunc(slices.Clone(fn.uses), func(u graph.Use) bool {
		return f.claimed[u.Site]
	})
}

// hosts makes units of the functions that use keys and that no unit leads to, or somebody else
// as well.
func (f *finder) hosts(reached map[*function]bool) {
	for _, lit := range f.all {
		for _, u := range lit.later {
			if !f.claimed[u.Site] {
				u.given.uses = append(u.given.uses, u.Use)
			}
		}
	}
	for _, fn := range f.all {
		top := fn
		for top.parent != nil && !f.handlers[top] {
			top = top.parent
		}
		uses := f.usesOf(fn)
		isOthers := f.handlers[top] || reached[fn] && !f.calledBeside(top, reached)
		if len(uses) == 0 || isOthers {
			continue
		}
		v := follow.Value{Expr: nil, Pkg: fn.Pkg}
		name := f.hostName(top)
		u := f.units[unitKey{nil, name}]
		if u == nil {
			u = &unit{Unit: graph.Unit{Kind: graph.Host, Name: name, Place: v.Pkg.Span(hostNode(top))}}
			f.units[unitKey{nil, name}] = u
			f.order = append(f.order, u)
		}
		u.Uses = append(u.Uses, uses...)
	}
}

// calledBeside reports whether a function is called by one that belongs to no unit.
func (f *finder) calledBeside(fn *function, reached map[*function]bool) bool {
	return slices.ContainsFunc(f.callers[fn.fn], func(site callSite) bool {
		return !reached[site.in] && !f.handlers[site.in]
	})
}

func hostNode(fn *function) ast.Node {
	switch {
	case fn.Decl != nil:
		return fn.Decl.Name
	case fn.Lit != nil:
		return fn.Lit
	}
	return fn.file.Name
}

func (f *finder) hostName(fn *function) string {
	if fn.fn == nil {
		return "variables of " + fn.Pkg.Pkg.Name()
	}
	name := fn.fn.Name()
	if recv := fn.fn.Signature().Recv(); recv != nil {
		t := types.TypeString(recv.Type(), func(*types.Package) string { return "" })
		name = strings.TrimPrefix(t, "*") + "." + name
	}
	return fn.Pkg.Pkg.Name() + "." + name
}
