package flow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
)

// ExportFacts writes down what other packages need to know of this one.
func (p *Tracer) ExportFacts() {
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
	for fn, body := range p.Index.Bodies {
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
	p.exportText(fn, body)
	if key, ok := p.getterKey(fn); ok {
		if t, ok := p.portable(key, fn); ok {
			p.ExportObjectFact(fn, &getterFact{t, p.getterManners[fn]})
		}
	}
}

// exportText notes the text that a function returns.
func (p *Tracer) exportText(fn *types.Func, body *ast.FuncDecl) {
	if result := ResultOf(body); result != nil && framework.IsStringKind(p.TypesInfo.TypeOf(result)) {
		if t, ok := p.portable(p.Eval(result), fn); ok {
			p.ExportObjectFact(fn, &builderFact{t})
		}
	}
}
