package flow_test

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/snippet"
	"golang.org/x/tools/txtar"
)

// TestFollow holds the terms of what is handed to mark, the elements of lists, and texts. The function
// marked takes the source in its order, follows parameters to callers, too, and looks at the argument of
// wrap instead of its result.
func TestFollow(t *testing.T) {
	snippet.Golden(t, "testdata/follower", func(t *testing.T, _ *txtar.Archive, p *snippet.Program) string {
		var list []*flow.Values
		for _, ap := range p.Passes {
			pkg := flow.NewPackage(ap, p.Sources)
			pkg.IndexAll()
			list = append(list, flow.NewValues(pkg))
		}
		const most = 10_000
		all := flow.In(most, list...)
		var lines []string
		for _, pkg := range list {
			for _, call := range pkg.Index.Calls {
				name := flow.CalledName(call)
				if name == "mark" || name == "marked" {
					v := flow.Value{Expr: call.Args[0], Pkg: pkg}
					lines = append(lines, p.Place(pkg.Span(call))+" "+said(all, v, name == "marked"))
				}
			}
		}
		if all.Exhausted() {
			t.Error("it has made more steps than it may")
		}
		slices.Sort(lines)
		return strings.Join(lines, "\n") + "\n"
	})
}

func said(all *flow.Packages, v flow.Value, callers bool) string {
	follower := func() *flow.Follower {
		f := all.Follower()
		f.Callers, f.Ordered = callers, callers
		f.Step = func(v flow.Value, call *ast.CallExpr) (ast.Expr, bool) {
			if callers && flow.CalledName(call) == "wrap" {
				return call.Args[0], false
			}
			return nil, callers && flow.CalledName(call) == "ends"
		}
		return f
	}
	text := v.Pkg.Source(v.Expr) + " is " + shownTerms(follower().Follow(v))
	if s, ok := follower().Text(v); ok {
		text += fmt.Sprintf(", the text %q", s)
	}
	if framework.IsList(v.Pkg.TypesInfo.TypeOf(v.Expr)) {
		elems, whole := follower().List(v)
		text += ", with " + shownTerms(elems)
		if !whole {
			text += " and more"
		}
	}
	return text
}

func shownTerms(terms []flow.Value) string {
	var list []string
	for _, v := range terms {
		list = append(list, v.Pkg.Source(v.Expr))
	}
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, " or ")
}
