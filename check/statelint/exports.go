package statelint

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
)

// exportFacts writes down what other packages need to know of this one.
func (p *Tracer) exportFacts() {
	p.ExportGenerated()
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

func (p *Tracer) exportedText(obj types.Object) (text, bool) {
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

func (p *Tracer) exportFunc(fn *types.Func, body *ast.FuncDecl) {
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

// exportSink makes a sink fit for a fact about a parameter of fn or a field.
func (p *Tracer) exportSink(s sink, fn *types.Func, param int) exportedSink {
	out := exportedSink{Param: param, Kind: s.Kind, Op: s.Op, Shape: s.Shape, note: p.portableNote(s.note), builder: s.builder}
	out.Before, _ = p.portable(s.Before, nil)
	out.After, _ = p.portable(s.After, nil)
	if v := p.index.variable(s.value); v != nil && fn != nil {
		if at, ok := p.index.params[v]; ok && at.fn == fn {
			out.Value = at.at + 1
		}
	}
	return out
}

// importSink is the reverse, at a call of the function (nil for a field).
func (p *Tracer) importSink(e exportedSink, call *ast.CallExpr) sink {
	s := sink{Kind: e.Kind, Op: e.Op, Before: e.Before, After: e.After, Shape: e.Shape, note: p.noteAt(e.note, call), builder: e.builder}
	if call != nil && e.Value > 0 && e.Value <= len(call.Args) {
		s.value = call.Args[e.Value-1]
		s.Shape = p.shape(s.value)
	}
	return s
}

// exportPerhaps notes that a parameter of fn is a key of its parameter given.
func (p *Tracer) exportPerhaps(s sink, t text, fn *types.Func, given int) {
	holes := t.holes()
	if len(holes) != 1 {
		return
	}
	at, ok := p.index.params[t[holes[0]].source]
	if !ok || at.fn != fn {
		return
	}
	s.Before, s.After = t[:holes[0]].placeless(), t[holes[0]+1:].placeless()
	out := p.exportSink(s, fn, at.at+1)
	out.Given = given
	p.paramSinks[fn] = append(p.paramSinks[fn], out)
}

// given reports whether a call gives a state to the parameter that a sink
// depends on.
func (p *Tracer) given(e exportedSink, call *ast.CallExpr) bool {
	return e.Given == 0 || e.Given <= len(call.Args) && p.isState(p.TypesInfo.TypeOf(call.Args[e.Given-1]))
}
