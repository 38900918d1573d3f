package follow_test

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/snippet"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"golang.org/x/tools/txtar"
)

// TestFollow holds the terms of what is handed to mark, the elements of lists, and texts. The function
// marked takes the source in its order, follows parameters to callers, too, and looks at the argument of
// wrap instead of its result.
func TestFollow(t *testing.T) {
	snippet.Golden(t, "testdata/follower", func(t *testing.T, _ *txtar.Archive, p *snippet.Program) string {
		var list []*follow.Values
		for _, ap := range p.Passes {
			pkg := follow.NewPackage(ap, p.Sources)
			pkg.IndexAll()
			list = append(list, follow.NewValues(pkg))
		}
		const most = 10_000
		all := follow.In(most, list...)
		var lines []string
		for _, pkg := range list {
			for _, call := range pkg.Index.Calls {
				name := follow.CalledName(call)
				if name == "mark" || name == "marked" {
					v := follow.Value{Expr: call.Args[0], Pkg: pkg}
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

func said(all *follow.Packages, v follow.Value, callers bool) string {
	follower := func() *follow.Follower {
		f := all.Follower()
		f.Callers, f.Ordered = callers, callers
		f.Step = func(v follow.Value, call *ast.CallExpr) (ast.Expr, bool) {
			if callers && follow.CalledName(call) == "wrap" {
				return call.Args[0], false
			}
			return nil, callers && follow.CalledName(call) == "ends"
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

func shownTerms(terms []follow.Value) string {
	var list []string
	for _, v := range terms {
		list = append(list, v.Pkg.Source(v.Expr))
	}
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, " or ")
}
