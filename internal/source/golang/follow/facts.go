package follow

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"golang.org/x/tools/go/analysis"
)

// textFact is a constant, or a variable that is set once, with the places of
// its text, which export data doesn't have.
type textFact struct{ Text Text }

// builderFact is the text that a function returns; a hole with a Param is
// filled by that argument.
type builderFact struct{ Text Text }

// getterFact says that a function's first result is the value of the key that
// is built from its arguments.
type getterFact struct {
	Key    Text
	Manner framework.Manner
}

// sinkFact says what happens to the arguments of a function (Param from 1) or
// to the values of a field (Param 0).
type sinkFact struct{ Sinks []exportedSink }

type exportedSink struct {
	Param         int
	Kind          framework.SinkKind
	Op            framework.Op
	Before, After Text
	Shape         framework.Shape
	Manner        framework.Manner
	Value         int // the parameter that is written, from 1; 0: none

	note    Note // these travel only within one Collect or Trace
	builder string
	taken   diag.Span
}

// generatedFact marks a package that stategen generated.
type generatedFact struct {
	From string // the schema
}

func (*textFact) AFact()      {}
func (*builderFact) AFact()   {}
func (*getterFact) AFact()    {}
func (*sinkFact) AFact()      {}
func (*generatedFact) AFact() {}

// FactTypes are the facts that packages tell each other.
func FactTypes() []analysis.Fact {
	return []analysis.Fact{
		new(textFact), new(builderFact), new(getterFact), new(sinkFact), new(generatedFact),
	}
}

// ExportFacts writes down what other packages need to know of this one.
func (p *Tracer) ExportFacts() {
	p.ExportGenerated()
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
	for fn, body := range p.Index.Bodies {
		if fn.Exported() {
			p.exportFunc(fn, body)
		}
	}
	for v, sinks := range p.fieldSinks {
		if v.Exported() && v.Pkg() == p.Pkg { // what others do with a field, they don't hand on
			p.ExportObjectFact(v, &sinkFact{sinks})
		}
	}
}

func (p *Tracer) exportedText(obj types.Object) (Text, bool) {
	var t Text
	switch obj := obj.(type) {
	case *types.Const:
		if p.Index.Consts[obj] == nil {
			return nil, false
		}
		t = p.Eval(p.Index.Consts[obj])
	case *types.Var:
		d, ok := p.Index.Only(obj)
		if embedded, isEmbedded := p.embedded(obj); isEmbedded {
			t = embedded
		} else if ok && d.Kind == ValueDef {
			t = p.Eval(d.Expr)
		} else {
			return nil, false
		}
	default:
		return nil, false
	}
	t, _ = p.portable(t, nil)
	return t, t.Known()
}

func (p *Tracer) exportFunc(fn *types.Func, body *ast.FuncDecl) {
	if sinks := p.paramSinks[fn]; len(sinks) > 0 {
		p.ExportObjectFact(fn, &sinkFact{sinks})
	}
	if result := ResultOf(body); result != nil && framework.IsStringKind(p.TypesInfo.TypeOf(result)) {
		if t, ok := p.portable(p.Eval(result), fn); ok {
			p.ExportObjectFact(fn, &builderFact{t})
		}
	}
	if f := p.getter(fn); f != nil {
		p.ExportObjectFact(fn, f)
	}
}

// summary evaluates the call of a function of another package.
func (ev Evaluator) summary(call *ast.CallExpr, fn *types.Func) Text {
	if f := new(builderFact); ev.ImportFact(fn, f) {
		return ev.fill(f.Text, call)
	}
	return ev.HoleAt(call)
}

// fill puts the arguments of a call into the holes of a summary.
func (ev Evaluator) fill(t Text, call *ast.CallExpr) Text {
	var out Text
	for _, p := range t {
		if p.Hole && p.Param > 0 && p.Param <= len(call.Args) {
			out = Join(out, ev.argument(call.Args[p.Param-1]))
			continue
		}
		if p.Hole {
			p.From = ev.OriginOf(call)
		}
		out = append(out, p)
	}
	return out
}

// mostHoles is how many a text may have that is told to other packages. Texts of functions that
// call each other could grow with each package, and tell nobody anything.
const mostHoles = 20

// portable makes a text of this package fit for a fact about fn; false if it
// says nothing.
func (p *Values) portable(t Text, fn *types.Func) (Text, bool) {
	if len(t.Holes()) > mostHoles {
		return nil, false
	}
	out := slices.Clone(t)
	for i, part := range out {
		if part.Hole && fn != nil && part.source != nil {
			if at, ok := p.Index.Params[part.source]; ok && at.Fn == fn {
				part.Param = at.At + 1
			}
		}
		part.source = nil
		out[i] = part
	}
	return out, len(out) > 0 && !(out.OnlyHole() && out[0].Param == 0)
}
