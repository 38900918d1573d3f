package statelint

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/diag"
)

// sink is a place where a kit takes a value.
type sink struct {
	Kind          framework.SinkKind
	Op            framework.Op
	Before, After text // what the value is surrounded by
	Shape         framework.Shape
	value         ast.Expr          // that is written under the key, if it is in this package
	at            diag.Span         // where a value is asserted; zero behind a wrapper
	shapes        []framework.Shape // all types that the same value is asserted to have
	via           []diag.Span       // the places that the value passes on its way to the sink
	partial       bool              // a textSink: the text is a part of an instruction
	file          text              // that what is unknown is read from, if it is
	quiet         bool              // what is unknown need not be listed
	note          Note              // what the code around a read says, when evidence is collected
	builder       string            // the form of the key, likewise
}

// apply checks an expression that reaches a sink.
func (p *Tracer) apply(s sink, e ast.Expr) {
	switch s.Kind {
	case framework.KeySink:
		p.handler.Key(s, join(s.Before, p.eval(e), s.After), e)
	case framework.TextSink:
		p.instruction(s, p.eval(e), e)
	case framework.MapSink:
		p.stateMap(s, e)
	}
}

// push makes a variable a sink: whatever is stored in it reaches s. It
// reports false if nothing is known of the variable's values.
func (p *Tracer) push(v *types.Var, s sink) bool {
	v = v.Origin()
	at, isParam := p.index.params[v]
	local := len(p.index.defs[v]) > 0 || isParam || v.IsField() && v.Pkg() == p.Pkg
	if !local {
		return false
	}
	id := pushed{v, s.id()}
	if p.pushed[id] || len(s.Before)+len(s.After) > maxDepth {
		return true
	}
	p.pushed[id] = true
	switch {
	case isParam && at.fn != nil:
		p.paramSinks[at.fn] = append(p.paramSinks[at.fn], p.exportSink(s, at.fn, at.at+1))
	case v.IsField():
		p.fieldSinks[v] = append(p.fieldSinks[v], p.exportSink(s, nil, 0))
	}
	for _, d := range p.index.defs[v] {
		p.pushTo(s, d)
	}
	p.unseen(v, s)
	return true
}

type pushed struct {
	v    *types.Var
	sink string
}

// id tells sinks apart that find different things in the same value.
func (s sink) id() string {
	var b strings.Builder
	b.WriteByte(byte('0' + s.Kind))
	b.WriteByte(byte('0' + s.writes()))
	b.WriteString(s.Before.string() + "\x00" + s.After.string() + "\x00" + s.Shape.Name)
	if s.note != nil {
		b.WriteString("\x00" + strconv.Itoa(s.note.ID()))
	}
	return b.String()
}

// writes is the op, for which a write is a write whatever is written to.
func (s sink) writes() framework.Op {
	if s.Op == framework.OpCreate {
		return framework.OpSet
	}
	return s.Op
}

// pushTo applies a sink to one value of a variable.
func (p *Tracer) pushTo(s sink, d def) {
	if s.Op == framework.OpAssert {
		s.at = diag.Span{}
	}
	if d.call != nil {
		s.via = append(s.via[:len(s.via):len(s.via)], p.span(d.expr))
		s.value, s.Shape = p.argumentValue(s, d.call)
		s.note = p.noteAt(s.note, d.call)
	}
	switch d.kind {
	case isValue:
		p.apply(s, d.expr)
	case isElem, isKey:
		if p.holdsState(d.expr) {
			return // the keys of a state were judged where it was filled
		}
		list, all := p.elements(d.expr, d.kind)
		for _, e := range list {
			p.apply(s, e)
		}
		if !all {
			p.handler.Unknown(s, d.expr)
		}
	case isResult:
		p.pushToResult(s, d)
	default:
		p.handler.Unknown(s, d.expr)
	}
}

// pushToResult applies a sink to one of several results of a call.
func (p *Tracer) pushToResult(s sink, d def) {
	call, ok := ast.Unparen(d.expr).(*ast.CallExpr)
	if !ok {
		p.handler.Unknown(s, d.expr)
		return
	}
	switch s.Kind {
	case framework.MapSink:
		p.stateMapCall(s, call, d.result)
		return
	case framework.TextSink:
		if t, ok := p.evaluator().result(d); ok {
			p.instruction(s, t, d.expr)
			return
		}
	}
	p.handler.Unknown(s, d.expr)
}

// argumentValue follows the written value of a wrapper to a call of it.
func (p *Tracer) argumentValue(s sink, call *ast.CallExpr) (ast.Expr, framework.Shape) {
	v := p.index.variable(s.value)
	if v == nil {
		return s.value, s.Shape
	}
	at, ok := p.index.params[v]
	if !ok || at.at >= len(call.Args) {
		return s.value, s.Shape
	}
	arg := call.Args[at.at]
	return arg, p.shape(arg)
}
