package agents

import (
	"cmp"
	"go/ast"
	"go/types"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
)

// Package is what is known of one package.
type Package struct {
	*follow.Values
	Uses []graph.Use
}

// function is a function, a function literal, or the variables of a package.
type function struct {
	follow.Function
	file    *ast.File   // of the variables of a package
	fn      *types.Func // that is declared
	parent  *function   // that a literal is in
	span    diag.Span
	uses    []graph.Use
	calls   []*ast.CallExpr
	lits    []*function
	later   []later     // of a literal: uses of keys that it gets from around it
	prompts []promptRef // generated instructions that it names
}

type promptRef struct {
	name string
	at   diag.Span
}

// later is a use that a function literal makes when it is called, of a key that was given to the
// function around it.
type later struct {
	graph.Use
	given *function // that gives the key
}

type callSite struct {
	call *ast.CallExpr
	in   *function
}

// program is all packages.
type program struct {
	*follow.Packages
	packages []*Package
	nodes    map[ast.Node]*function // by declaration or literal
	all      []*function
	byFile   map[string][]*function
	callers  map[*types.Func][]callSite
	called   map[*function][]callSite  // literals in variables, by what is called
	made     []made                    // literals and calls that may make units, in order
	claims   map[diag.Span][]graph.Use // of instructions and output keys, by site
	bySite   map[diag.Span][]graph.Use // all others
}

type made struct {
	expr ast.Expr
	in   *function
}

func newProgram(packages []*Package, most int) *program {
	var values []*follow.Values
	for _, pkg := range packages {
		values = append(values, pkg.Values)
	}
	p := &program{
		Packages: follow.In(most, values...), packages: packages, nodes: map[ast.Node]*function{},
		byFile: map[string][]*function{}, callers: map[*types.Func][]callSite{},
		claims: map[diag.Span][]graph.Use{}, bySite: map[diag.Span][]graph.Use{},
	}
	for _, pkg := range packages {
		for _, f := range pkg.Files {
			name := pkg.Fset.File(f.FileStart).Name()
			if !pkg.OwnFiles[name] && !sources.IsTest(name) {
				p.file(pkg.Values, f)
			}
		}
	}
	p.closures()
	for _, pkg := range packages {
		for _, u := range pkg.Uses {
			p.place(u)
		}
	}
	return p
}

// closures finds where the literals that variables hold are called.
func (p *program) closures() {
	p.called = map[*function][]callSite{}
	for _, in := range p.all {
		for _, call := range in.calls {
			if f := p.nodes[in.Pkg.Index.Literal(call)]; f != nil && f != in {
				p.called[f] = append(p.called[f], callSite{call, in})
			}
		}
	}
}

func (p *program) add(f *function) *function {
	f.span = f.Pkg.Span(f.node())
	p.nodes[f.node()] = f
	p.all = append(p.all, f)
	p.byFile[f.span.File] = append(p.byFile[f.span.File], f)
	return f
}

// file walks over a file, each node in the function around it.
func (p *program) file(pkg *follow.Values, f *ast.File) {
	p.add(&function{Function: follow.Function{Pkg: pkg}, file: f})
	ast.PreorderStack(f, nil, func(n ast.Node, around []ast.Node) bool {
		in := p.nodes[f]
		for _, outer := range around {
			in = cmp.Or(p.nodes[outer], in)
		}
		switch n := n.(type) {
		case *ast.FuncDecl:
			if fn, ok := pkg.TypesInfo.Defs[n.Name].(*types.Func); ok {
				p.add(&function{Function: follow.Function{Pkg: pkg, Decl: n}, fn: fn})
			}
		case *ast.FuncLit:
			in.lits = append(in.lits, p.add(&function{Function: follow.Function{Pkg: pkg, Lit: n}, parent: in}))
		default:
			p.node(in, n)
		}
		return true
	})
}

func (p *program) node(in *function, n ast.Node) {
	switch n := n.(type) {
	case *ast.CallExpr:
		in.calls = append(in.calls, n)
		p.made = append(p.made, made{n, in})
		if fn := in.Pkg.Index.Function(n); fn != nil {
			p.callers[fn] = append(p.callers[fn], callSite{n, in})
		}
	case *ast.CompositeLit:
		p.made = append(p.made, made{n, in})
	case *ast.Ident:
		if fn, ok := in.Pkg.TypesInfo.Uses[n].(*types.Func); ok {
			if name, ok := instruction(in.Pkg, fn); ok {
				in.prompts = append(in.prompts, promptRef{name, in.Pkg.Span(n)})
			}
		}
	}
}

// of is what is known of a function; nil if that is nothing.
func (p *program) of(f follow.Function) *function {
	if f.Decl != nil {
		return p.nodes[f.Decl]
	}
	return p.nodes[f.Lit]
}

// node is the declaration, the literal or the file.
func (f *function) node() ast.Node {
	switch {
	case f.Decl != nil:
		return f.Decl
	case f.Lit != nil:
		return f.Lit
	}
	return f.file
}

// instruction is the folded name of the instruction that a generated function renders.
func instruction(p *follow.Values, fn *types.Func) (string, bool) {
	name, ok := strings.CutSuffix(fn.Name(), "Instruction")
	sig := fn.Signature()
	isRender := sig.Recv() == nil && sig.Params().Len() == 1 && sig.Results().Len() == 2
	if !ok || name == "" || !isRender || !p.IsGenerated(fn) {
		return "", false
	}
	return graph.InstructionName(name), true
}

// place gives a use to the function around it. Those of instructions and output keys can be
// claimed by an agent.
func (p *program) place(u graph.Use) {
	if u.Test || u.Kind == graph.Mention || u.Kind == graph.Unset {
		return
	}
	if u.Kind == graph.Placeholder || u.Kind == graph.Output {
		p.claims[u.Site] = append(p.claims[u.Site], u)
	} else {
		p.bySite[u.Site] = append(p.bySite[u.Site], u)
	}
	at := u.Site
	if !u.Used.IsZero() {
		at = u.Used
	}
	best := p.around(at)
	if best == nil {
		return
	}
	if lit := p.around(u.Taken); lit != nil && lit.parent != nil && p.isHanded(lit, best) {
		lit.later = append(lit.later, later{u, best})
		return
	}
	for _, ref := range best.prompts {
		if ref.at == u.Site {
			return // the instruction reads it, not who names the instruction
		}
	}
	best.uses = append(best.uses, u)
}

// isHanded reports whether a literal gets what stands in another function from a call.
func (p *program) isHanded(lit, from *function) bool {
	if lit.top() != from.top() {
		return true
	}
	for ; lit != nil && lit != from; lit = lit.parent {
		if len(p.called[lit]) > 0 {
			return true
		}
	}
	return false
}

// around is the innermost function around a place.
func (p *program) around(at diag.Span) *function {
	var best *function
	for _, f := range p.byFile[at.File] {
		if f.span.Start <= at.Start && at.End <= f.span.End && (best == nil || f.span.Start >= best.span.Start) {
			best = f
		}
	}
	return best
}

// top is the declared function that a literal is in.
func (f *function) top() *function {
	for f.parent != nil {
		f = f.parent
	}
	return f
}
