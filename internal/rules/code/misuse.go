package code

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// misuse finds calls of generated code and of our runtime that compile and do
// not do what they seem to.
type misuse struct{ *Checker }

// writes are the keys that a function of generated code sets or clears.
func (p misuse) writes(fn *types.Func) []accessors.Use {
	return slices.DeleteFunc(slices.Clone(p.accessors.Of(fn)), func(u accessors.Use) bool {
		return u.Kind != source.Set && u.Kind != source.Clear
	})
}

func (p misuse) accessorCall(call *ast.CallExpr) {
	fn, receiver := p.GeneratedMethod(call)
	if fn == nil || receiver == "Initial" {
		return
	}
	uses := p.writes(fn)
	if len(uses) == 0 {
		return
	}
	for _, arg := range call.Args {
		p.generatedEnum(arg, fn.Pkg())
	}
	if receiver == "State" {
		p.typedMutation(call)
	}
	p.typedReread(call, fn, uses[0].Key)
}

// typedMutation reports a generated setter on the state of a session that a
// service returned.
func (p misuse) typedMutation(call *ast.CallExpr) {
	sel := follow.SelectorOf(call)
	of, ok := p.Resolved(sel.X).(*ast.CallExpr)
	if !ok || len(of.Args) != 1 {
		return
	}
	if fn := p.Index.Function(of); fn != nil && fn.Name() == "Of" && p.IsGenerated(fn) {
		p.mutated(of.Args[0], call)
	}
}

// typedReread reports a set of a merged key that is made of what was read.
func (p misuse) typedReread(call *ast.CallExpr, fn *types.Func, key string) {
	name, isSet := strings.CutPrefix(fn.Name(), "Set")
	if !isSet || len(call.Args) == 0 {
		return
	}
	isMerge := func(u accessors.Use) bool { return u.Key == key && u.Merge }
	for merge, verb := range mergeVerbs {
		other, _, _ := types.LookupFieldOrMethod(fn.Signature().Recv().Type(), true, fn.Pkg(), verb+name)
		merging, ok := other.(*types.Func)
		if !ok || !slices.ContainsFunc(p.accessors.Of(merging), isMerge) {
			continue
		}
		p.rereadValue(key, merge, call.Args[len(call.Args)-1], "use "+merging.Name()+", which loses nothing")
		return
	}
}

// generatedEnum reports a constant that is none of the values of a generated
// enum. The compiler takes any text for one.
func (p misuse) generatedEnum(e ast.Expr, pkg *types.Package) {
	e = ast.Unparen(e)
	switch e := e.(type) {
	case *ast.CompositeLit:
		for _, elt := range e.Elts {
			if kv, ok := elt.(*ast.KeyValueExpr); ok {
				elt = kv.Value
			}
			p.generatedEnum(elt, pkg)
		}
		return
	case *ast.UnaryExpr:
		p.generatedEnum(e.X, pkg)
		return
	}
	tv := p.TypesInfo.Types[e]
	obj := framework.TypeName(tv.Type)
	if tv.Value == nil || tv.Value.Kind() != constant.String || obj == nil || obj.Pkg() != pkg {
		return
	}
	values := enumValues(obj)
	got := constant.StringVal(tv.Value)
	if len(values) == 0 || slices.Contains(values, got) {
		return
	}
	p.Report(noEnumValue(p.Span(e), obj.Name(), got, diag.Nearest(got, values)), e)
}

// enumValues lists the constants of a type in its own package.
func enumValues(typ types.Object) []string {
	var list []string
	scope := typ.Pkg().Scope()
	for _, name := range scope.Names() {
		c, ok := scope.Lookup(name).(*types.Const)
		if ok && types.Identical(c.Type(), typ.Type()) && c.Val().Kind() == constant.String {
			list = append(list, constant.StringVal(c.Val()))
		}
	}
	return list
}

// initialConstants does the same for what a session begins with.
func (p misuse) initialConstants(lit *ast.CompositeLit) {
	obj := framework.TypeName(p.TypesInfo.TypeOf(lit))
	if obj == nil || obj.Name() != "Initial" || !p.IsGenerated(obj) {
		return
	}
	p.generatedEnum(lit, obj.Pkg())
}
