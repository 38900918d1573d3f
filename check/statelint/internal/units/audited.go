package units

import (
	"go/ast"
	"go/types"
	"math"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/check/statelint/internal/origin"
	"github.com/seed92179c4c/stategen/diag"
	graph "github.com/seed92179c4c/stategen/flow"
)

// Audited is the units of packages, with what only an audit wants to know.
type Audited struct {
	Units []*graph.Unit
	Whole bool // see Find
	// Roots are the agents that the program is seen to run by themselves.
	Roots map[*graph.Unit]bool
	// Texts are where the instructions of agents are.
	Texts map[*graph.Unit][]diag.Span
	// Exits are the tools that end the loop around their agent.
	Exits map[*graph.Unit]Exit
}

// Exit is a tool that ends the loop around its agent: its name for a model, and whether the model
// says nothing after that.
type Exit struct {
	Name   string
	Silent bool
}

// Audit finds the units of packages, which agents the program runs, and what ends loops.
func Audit(packages []*Package, steps int) Audited {
	f := find(packages, steps)
	found := Audited{Units: f.sorted(), Roots: map[*graph.Unit]bool{}, Exits: map[*graph.Unit]Exit{}, Texts: map[*graph.Unit][]diag.Span{}}
	for _, m := range f.made {
		for _, v := range f.run(m) {
			for _, e := range f.contexts(m.in, 0) {
				v.env = e
				if u := f.only(v); u != nil {
					found.Roots[&u.Unit] = true
				}
			}
		}
	}
	for _, u := range f.order {
		found.Texts[&u.Unit] = u.places()
		if exit, ok := f.exit(u); ok {
			found.Exits[&u.Unit] = exit
		}
	}
	found.Whole = f.whole()
	return found
}

// places are where the texts of an agent's instructions are, also those in files.
func (u *unit) places() (list []diag.Span) {
	for _, v := range u.texts {
		list = append(list, v.pkg.Span(v.expr))
		if v.isList {
			continue
		}
		for _, p := range v.pkg.Eval(v.expr) {
			if p.From.Kind == origin.File {
				list = append(list, diag.Span{File: v.pkg.Sources.Name(p.From.File), End: math.MaxInt})
			}
		}
	}
	return list
}

// run are the agents that an expression hands to a runner, a launcher or a server.
func (f *finder) run(m made) (agents []value) {
	at := value{pkg: m.in.pkg}
	switch e := m.expr.(type) {
	case *ast.CallExpr:
		if fn := m.in.pkg.Index.Function(e); fn != nil && strings.HasSuffix(framework.ADKName(fn), "Loader") {
			for _, arg := range e.Args {
				agents = append(agents, at.with(arg))
			}
		}
	case *ast.CompositeLit:
		name := framework.ADKName(framework.TypeName(m.in.pkg.TypesInfo.TypeOf(e)))
		if agent := m.in.pkg.FieldValue(e, "Agent"); agent != nil && (strings.HasPrefix(name, "runner.") || strings.HasPrefix(name, "server/")) {
			agents = append(agents, at.with(agent))
		}
	}
	return agents
}

// exit reports whether a tool ends the loop around its agent: that of ADK, and what sets the same
// field in the function that a model calls.
func (f *finder) exit(u *unit) (exit Exit, ends bool) {
	if u.Kind != graph.Tool {
		return Exit{}, false
	}
	if u.Name == "exitlooptool" {
		return Exit{"exit_loop", true}, true
	}
	exit.Name = u.Name
	for _, b := range u.bodies {
		ends = ends || sets(b.fn, "Escalate")
		exit.Silent = exit.Silent || sets(b.fn, "SkipSummarization")
	}
	return exit, ends
}

// sets reports whether a function sets a field of the actions of an event.
func sets(fn *function, field string) (found bool) {
	ast.Inspect(body(fn.node), func(n ast.Node) bool {
		set, ok := n.(*ast.AssignStmt)
		if !ok || len(set.Lhs) != 1 || len(set.Rhs) != 1 {
			return true
		}
		sel, x := fn.pkg.FieldSelection(set.Lhs[0])
		if x != nil && x.Name() == field && framework.ADKName(fn.pkg.OwnerOf(sel)) == "session.EventActions" && isTrue(fn.pkg, set.Rhs[0]) {
			found = true
		}
		return true
	})
	return found
}

func isTrue(pkg *Package, e ast.Expr) bool {
	value := pkg.TypesInfo.Types[e].Value
	return value != nil && types.Identical(types.Default(pkg.TypesInfo.TypeOf(e)), types.Typ[types.Bool]) && value.String() == "true"
}
