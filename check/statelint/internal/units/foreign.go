package units

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/diag"
)

// Foreign is a text from outside of the program that is put into an instruction, beside
// what the program writes there.
type Foreign struct {
	What string // "the output of a command"
	At   diag.Span
	From diag.Span
	In   diag.Span // the instruction
	Pkg  string    // that has it
}

// FindForeign finds the texts from outside of the program in instructions whose braces ADK
// looks up.
func FindForeign(packages []*Package) []Foreign {
	m := newMixer(newProgram(packages))
	m.most = Few
	for _, made := range m.made {
		call, ok := made.expr.(*ast.CallExpr)
		if !ok {
			continue
		}
		switch m.calledOf(made, call) {
		case "agent/llmagent.New":
			m.eachContext(made, call, 0, m.config)
		case "util/instructionutil.InjectSessionState":
			m.eachContext(made, call, 1, func(v value) { m.report(v, m.text(v)) })
		}
	}
	return m.found
}

// calledOf is the function of ADK that is called; empty: it is none.
func (m *mixer) calledOf(at made, call *ast.CallExpr) string {
	fn := at.in.pkg.Index.Function(call)
	if fn == nil || fn.Signature().Recv() != nil {
		return ""
	}
	return framework.ADKName(fn)
}

// eachContext looks at an argument of a call by itself, and then as each of the calls that lead
// there gives it: what a name says is seen without them, and they may take many steps.
func (m *mixer) eachContext(at made, call *ast.CallExpr, arg int, look func(value)) {
	if len(call.Args) <= arg {
		return
	}
	const most = 20
	before := len(m.found)
	for i, e := range append([]*env{nil}, m.contexts(at.in, 0)...) {
		if m.steps = 0; i == most || len(m.found) > before {
			return
		}
		look(value{expr: call.Args[arg], pkg: at.in.pkg, env: e})
	}
}

// config looks at the instructions of a configuration.
func (m *mixer) config(v value) {
	for _, cfg := range m.follow(v, nil) {
		given := map[string]*types.Var{}
		for _, field := range fieldsOf(cfg) {
			given[field.Name()] = field
		}
		for _, name := range []string{"Instruction", "GlobalInstruction"} {
			if given[name] == nil || given[name+"Provider"] != nil && len(m.values(cfg, given[name+"Provider"])) > 0 {
				continue // ADK takes what a provider returns as it is
			}
			if texts := m.values(cfg, given[name]); len(texts) > 0 {
				m.report(texts[0], m.sum(texts))
			}
		}
	}
}

// values are what a field of a struct is given, in the literal or later.
func (m *mixer) values(cfg value, field *types.Var) (list []value) {
	lit := ast.Unparen(cfg.expr).(*ast.CompositeLit)
	st := flow.StructOf(cfg.pkg.TypesInfo.TypeOf(lit))
	for i, elt := range lit.Elts {
		if f, e := flow.FieldOf(cfg.pkg.TypesInfo, st, i, elt); f != nil && f.Origin() == field {
			list = append(list, cfg.with(e))
		}
	}
	for _, x := range cfg.held {
		for _, f := range m.filled[x] {
			if f.field == field {
				list = append(list, value{expr: f.value, pkg: m.byTypes[x.Pkg()], env: cfg.env})
			}
		}
	}
	return list
}

func (m *mixer) report(in value, found mix) {
	for _, p := range found.foreign {
		f := Foreign{What: p.what, At: p.at, From: p.from, In: in.pkg.Span(in.expr), Pkg: in.pkg.Pkg.Path()}
		same := func(o Foreign) bool { return o.At == f.At || o.In == f.In && o.What == f.What && o.From == f.From }
		if p.joined && !slices.ContainsFunc(m.found, same) {
			m.found = append(m.found, f)
		}
	}
}

// mixer follows instructions to the texts that they are put together from.
type mixer struct {
	*program
	added   map[ast.Expr]bool         // x of text += x
	writes  map[*types.Var][]*written // of builders and buffers
	streams map[*types.Var]diag.Span  // buffers that get the output of commands
	active  map[activity]bool         // what is looked at now
	steps   int                       // of one instruction
	left    int                       // steps of all

	anywhereOf map[*types.Var]mix // what parameters and fields are given anywhere
	found      []Foreign
}

// written is a call that writes to a builder.
type written struct {
	call *ast.CallExpr
	pkg  *Package
}

func newMixer(p *program) *mixer {
	m := &mixer{program: p, added: map[ast.Expr]bool{}, writes: map[*types.Var][]*written{}, streams: map[*types.Var]diag.Span{}, active: map[activity]bool{}, left: mostFollowed, anywhereOf: map[*types.Var]mix{}}
	for _, pkg := range p.packages {
		for _, file := range pkg.Files {
			ast.Inspect(file, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.AssignStmt:
					m.assigned(pkg, n)
				case *ast.CallExpr:
					m.wrote(pkg, n)
				}
				return true
			})
		}
	}
	return m
}

func (m *mixer) assigned(pkg *Package, n *ast.AssignStmt) {
	if n.Tok == token.ADD_ASSIGN {
		m.added[n.Rhs[0]] = true
	}
	for i, lhs := range n.Lhs {
		sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr)
		if ok && len(n.Lhs) == len(n.Rhs) && (sel.Sel.Name == "Stdout" || sel.Sel.Name == "Stderr") {
			if x := pkg.BuilderOf(n.Rhs[i]); x != nil {
				m.streams[x] = pkg.Span(n.Rhs[i])
			}
		}
	}
}

// wrote notes a call for the builders that it may write to.
func (m *mixer) wrote(pkg *Package, call *ast.CallExpr) {
	for _, x := range pkg.BuildersIn(call) {
		m.writes[x] = append(m.writes[x], &written{call, pkg})
	}
}
