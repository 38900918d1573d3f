package code

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// runner is a call that gives ADK the configuration of a runner.
type runner struct {
	call    *ast.CallExpr
	certain bool // its plugins are known
	plugins []string
}

// runner notes a call that makes a runner, or hands its configuration to a
// launcher.
func (a *adkCode) runner(call *ast.CallExpr) {
	fn := a.Index.Function(call)
	if fn == nil || framework.ADKName(fn) == "" {
		return
	}
	if framework.Has(fn, framework.InMemoryRunner) {
		a.runners = append(a.runners, runner{call: call, certain: true})
		return
	}
	for _, arg := range call.Args {
		if framework.HasType(a.TypesInfo.TypeOf(arg), framework.RunConfig) {
			plugins, certain := a.pluginsOf(arg)
			a.runners = append(a.runners, runner{call, certain, plugins})
		}
	}
}

// pluginsOf lists the generated packages whose plugins a configuration has. It
// is certain if the configuration is a literal that nobody else changes.
func (a *adkCode) pluginsOf(config ast.Expr) (packages []string, certain bool) {
	lit := a.literal(config)
	if lit == nil {
		return nil, false
	}
	value := a.FieldValue(lit, "PluginConfig")
	if value == nil {
		return nil, true
	}
	if lit = a.literal(value); lit == nil {
		return nil, false
	}
	if value = a.FieldValue(lit, "Plugins"); value == nil {
		return nil, true
	}
	if lit = a.literal(value); lit == nil {
		return nil, false
	}
	certain = true
	for _, elt := range lit.Elts {
		maker := a.makerOf(elt)
		switch {
		case maker == nil:
			certain = false
		case maker.Name() == "Plugin" && a.IsGenerated(maker):
			packages = append(packages, maker.Pkg().Path())
		case framework.ADKName(maker) == "":
			certain = false
		}
	}
	return packages, certain
}

// literal returns the composite literal that an expression is for certain: it
// stands there, or in a variable that is set once and that nobody but ADK gets.
func (a *adkCode) literal(e ast.Expr) *ast.CompositeLit {
	e = behind(e)
	if v := a.Index.Variable(e); v != nil {
		d, ok := a.Index.Only(v)
		if !ok || d.Kind != follow.ValueDef || !a.onlyForADK(v) {
			return nil
		}
		e = behind(d.Expr)
	}
	lit, _ := e.(*ast.CompositeLit)
	return lit
}

// behind is what an expression is, or is the address of.
func behind(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if ref, ok := e.(*ast.UnaryExpr); ok && ref.Op == token.AND {
		return ast.Unparen(ref.X)
	}
	return e
}

// onlyForADK reports whether a variable is nowhere but where it is declared,
// handed to ADK, or asked for a field that has nothing to do with plugins.
func (a *adkCode) onlyForADK(v *types.Var) bool {
	if v.Exported() && v.Parent() == a.Pkg.Scope() {
		return false
	}
	only := true
	for _, f := range a.Files {
		ast.PreorderStack(f, nil, func(n ast.Node, stack []ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && a.TypesInfo.Uses[id] == v {
				only = only && a.isForADK(stack)
			}
			return true
		})
	}
	return only
}

// isForADK reports whether what is around a variable hands it to ADK, or asks for a field that has nothing to do
// with plugins.
func (a *adkCode) isForADK(stack []ast.Node) bool {
	for _, n := range slices.Backward(stack) {
		switch n := n.(type) {
		case *ast.ParenExpr, *ast.UnaryExpr, *ast.KeyValueExpr:
		case *ast.CallExpr:
			fn := a.Index.Function(n)
			return fn != nil && framework.ADKName(fn) != ""
		case *ast.CompositeLit:
			return framework.ADKName(framework.TypeName(a.TypesInfo.TypeOf(n))) != ""
		case *ast.SelectorExpr:
			return !strings.HasPrefix(n.Sel.Name, "Plugin")
		default:
			return false
		}
	}
	return false
}

// makerOf returns the function whose first result an expression is for
// certain.
func (a *adkCode) makerOf(e ast.Expr) *types.Func {
	call := a.madeBy(e)
	if call == nil {
		return nil
	}
	return a.Index.Function(call)
}

var runnerWithoutPlugin = diag.Register(diag.OnGo, diag.Rule{
	ID:       "runner-without-plugin",
	Severity: diag.Error,
	Summary:  "a runner of ADK lacks the plugin that its tools need to merge",
	Why: "Tools that a model calls at the same time each write a delta of their own, and ADK keeps one value per key. " +
		"The generated For and Plugin together keep merged keys correct: in a run without the plugin, the first merge " +
		"through For is an error. A runner is reported if its package, or one that it imports, merges through For, " +
		"and none of the package's runners may have the plugin. If the merge is in another package it is a warning.",
	Bad: "book := func(ctx agent.Context) error { return bookingstate.For(ctx).AddTrips(1) }\n" +
		"runner.New(runner.Config{AppName: \"trips\", Agent: agentWith(book)})\n",
	Good: "book := func(ctx agent.Context) error { return bookingstate.For(ctx).AddTrips(1) }\n" +
		"merges, err := bookingstate.Plugin()\nif err != nil {\n\treturn err\n}\n" +
		"runner.New(runner.Config{\n\tAppName: \"trips\", Agent: agentWith(book),\n" +
		"\tPluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{merges}},\n})\n",
})

// checkRunners reports the runners without a plugin that they need. If one of
// the package's runners may have it, the others may do without.
func (a *adkCode) checkRunners() {
	for _, of := range a.needed() {
		if slices.ContainsFunc(a.runners, func(r runner) bool { return !r.certain || slices.Contains(r.plugins, of.Path) }) {
			continue
		}
		for _, r := range a.runners {
			a.withoutPlugin(r, of)
		}
	}
}

func (a *adkCode) withoutPlugin(r runner, of generatedPackage) {
	d := diag.New(runnerWithoutPlugin, a.Span(r.call.Fun),
		"this runner lacks the plugin of %[1]s, without which a merge through %[1]s.For is an error", of.Name).
		WithHint("add the result of %s.Plugin() to the Plugins of its PluginConfig", of.Name)
	if a.Calls(r.call, framework.InMemoryRunner) { // which takes no plugins
		d = d.WithHint("make it with runner.New, with the result of %s.Plugin() in its PluginConfig", of.Name)
	}
	if !a.merges[of] {
		d.MakeLikely() // the agent may be another one
	}
	a.Report(d, r.call)
}

// needed lists the generated packages that merge through For, here or in what
// this package imports.
func (a *adkCode) needed() []generatedPackage {
	all := maps.Clone(a.merges)
	addImported(a.Package, all)
	return sorted(all)
}

func addImported(p *follow.Package, all map[generatedPackage]bool) {
	for _, imported := range p.Pkg.Imports() {
		if f := new(MergesFact); p.ImportPackageFact(imported, f) {
			for _, of := range f.Of {
				all[of] = true
			}
		}
	}
}

// PassOnMerges tells the packages that import this one.
func PassOnMerges(p *follow.Package, own map[generatedPackage]bool) {
	all := map[generatedPackage]bool{}
	maps.Copy(all, own)
	addImported(p, all)
	if len(all) > 0 {
		p.ExportPackageFact(&MergesFact{sorted(all)})
	}
}

func sorted(set map[generatedPackage]bool) []generatedPackage {
	return slices.SortedFunc(maps.Keys(set), func(a, b generatedPackage) int { return cmp.Compare(a.Path, b.Path) })
}
