package statelint

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"golang.org/x/tools/go/analysis"
)

// textFact is a constant, or a variable that is set once, with the places of
// its text, which export data doesn't have.
type textFact struct{ Text text }

// builderFact is the text that a function returns; a hole with a Param is
// filled by that argument.
type builderFact struct{ Text text }

// getterFact says that a function's first result is the value of the key that
// is built from its arguments.
type getterFact struct{ Key text }

// sinkFact says what happens to the arguments of a function (Param from 1) or
// to the values of a field (Param 0).
type sinkFact struct{ Sinks []exportedSink }

type exportedSink struct {
	Param         int
	Kind          framework.SinkKind
	Op            framework.Op
	Before, After text
	Shape         framework.Shape
	Value         int // the parameter that is written, from 1; 0: none
	Given         int // the parameter that has to be a state, from 1; 0: none

	note    *note // these two travel only within one Collect
	builder string
}

// generatedFact marks a package that stategen generated.
type generatedFact struct{}

// stateFact marks an interface that a state is passed as.
type stateFact struct{}

func (*stateFact) AFact()     {}
func (*textFact) AFact()      {}
func (*builderFact) AFact()   {}
func (*getterFact) AFact()    {}
func (*sinkFact) AFact()      {}
func (*generatedFact) AFact() {}

func factTypes() []analysis.Fact {
	return []analysis.Fact{new(textFact), new(builderFact), new(getterFact), new(sinkFact), new(generatedFact), new(stateFact), new(accessorFact), new(mergesFact)}
}

// importFact reads a fact about an object of another package.
func (p *pass) importFact(obj types.Object, f analysis.Fact) bool {
	return obj.Pkg() != nil && obj.Pkg() != p.Pkg && p.ImportObjectFact(obj, f)
}

// summary evaluates the call of a function of another package.
func (ev evaluator) summary(call *ast.CallExpr, fn *types.Func) text {
	f := new(builderFact)
	if !ev.importFact(fn, f) {
		return ev.hole(call)
	}
	return ev.fill(f.Text, call)
}

// fill puts the arguments of a call into the holes of a summary.
func (ev evaluator) fill(t text, call *ast.CallExpr) text {
	var out text
	for _, p := range t {
		if p.Hole && p.Param > 0 && p.Param <= len(call.Args) {
			out = join(out, ev.argument(call.Args[p.Param-1]))
			continue
		}
		if p.Hole {
			p.From, p.File = ev.originOf(call), ev.fill(p.File, call)
		}
		out = append(out, p)
	}
	return out
}

// portable makes a text of this package fit for a fact about fn; false if it
// says nothing.
func (p *pass) portable(t text, fn *types.Func) (text, bool) {
	var out text
	for _, part := range t {
		if part.Hole && fn != nil && part.source != nil {
			if at, ok := p.index.params[part.source]; ok && at.fn == fn {
				part.Param = at.at + 1
			}
		}
		part.source = nil
		part.File, _ = p.portable(part.File, fn)
		out = append(out, part)
	}
	return out, len(out) > 0 && !(out.onlyHole() && out[0].Param == 0 && out.file() == nil)
}

// exportFacts writes down what other packages need to know of this one.
func (p *pass) exportFacts() {
	if p.generated {
		p.ExportPackageFact(new(generatedFact))
	}
	for obj := range p.states {
		if obj.Pkg() == p.Pkg && obj.Exported() {
			p.ExportObjectFact(obj, new(stateFact))
		}
	}
	scope := p.Pkg.Scope()
	for _, name := range scope.Names() {
		obj := scope.Lookup(name)
		if !obj.Exported() || !framework.IsStringKind(obj.Type()) {
			continue
		}
		if t, ok := p.exportedText(obj); ok {
			p.ExportObjectFact(obj, &textFact{t})
		}
	}
	for fn, body := range p.index.bodies {
		if fn.Exported() {
			p.exportFunc(fn, body)
		}
	}
	for v, sinks := range p.fieldSinks {
		if v.Exported() {
			p.ExportObjectFact(v, &sinkFact{sinks})
		}
	}
}

func (p *pass) exportedText(obj types.Object) (text, bool) {
	var t text
	switch obj := obj.(type) {
	case *types.Const:
		if p.index.consts[obj] == nil {
			return nil, false
		}
		t = p.eval(p.index.consts[obj])
	case *types.Var:
		d, ok := p.index.only(obj)
		if embedded, isEmbedded := p.embedded(obj); isEmbedded {
			t = embedded
		} else if ok && d.kind == isValue {
			t = p.eval(d.expr)
		} else {
			return nil, false
		}
	default:
		return nil, false
	}
	t, _ = p.portable(t, nil)
	return t, t.known()
}

func (p *pass) exportFunc(fn *types.Func, body *ast.FuncDecl) {
	if sinks := p.paramSinks[fn]; len(sinks) > 0 {
		p.ExportObjectFact(fn, &sinkFact{sinks})
	}
	if result := resultOf(body); result != nil && framework.IsStringKind(p.TypesInfo.TypeOf(result)) {
		if t, ok := p.portable(p.eval(result), fn); ok {
			p.ExportObjectFact(fn, &builderFact{t})
		}
	}
	if key, ok := p.getterKey(fn); ok {
		if t, ok := p.portable(key, fn); ok {
			p.ExportObjectFact(fn, &getterFact{t})
		}
	}
}
