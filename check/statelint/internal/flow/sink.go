package flow

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/diag"
)

// Sink is a place where a framework takes a value.
type Sink struct {
	Kind          framework.SinkKind
	Op            framework.Op
	Before, After Text // what the value is surrounded by
	Shape         framework.Shape
	Value         ast.Expr          // that is written under the key, if it is in this package
	At            diag.Span         // where a value is asserted; zero behind a wrapper
	Shapes        []framework.Shape // all types that the same value is asserted to have
	Via           []diag.Span       // the places that the value passes on its way to the sink
	Partial       bool              // a textSink: the text is a part of an instruction
	File          Text              // that what is unknown is read from, if it is
	Quiet         bool              // what is unknown need not be listed
	Note          Note              // what the code around a read says, when evidence is collected
	Builder       string            // the form of the key, likewise
}

// apply checks an expression that reaches a sink.
func (p *Tracer) apply(s Sink, e ast.Expr) {
	switch s.Kind {
	case framework.KeySink:
		p.handler.Key(s, Join(s.Before, p.Eval(e), s.After), e)
	case framework.TextSink:
		p.instruction(s, p.Eval(e), e)
	case framework.MapSink:
		p.StateMap(s, e)
	}
}

// Push makes a variable a sink: whatever is stored in it reaches s. It
// reports false if nothing is known of the variable's values.
func (p *Tracer) Push(v *types.Var, s Sink) bool {
	v = v.Origin()
	at, isParam := p.Index.Params[v]
	local := len(p.Index.Defs[v]) > 0 || isParam || v.IsField() && v.Pkg() == p.Pkg
	if !local {
		return false
	}
	id := pushed{v, s.id()}
	if p.pushed[id] || len(s.Before)+len(s.After) > MaxDepth {
		return true
	}
	p.pushed[id] = true
	switch {
	case isParam && at.Fn != nil:
		p.paramSinks[at.Fn] = append(p.paramSinks[at.Fn], p.exportSink(s, at.Fn, at.At+1))
	case v.IsField():
		p.fieldSinks[v] = append(p.fieldSinks[v], p.exportSink(s, nil, 0))
	}
	for _, d := range p.Index.Defs[v] {
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
func (s Sink) id() string {
	var b strings.Builder
	b.WriteByte(byte('0' + s.Kind))
	b.WriteByte(byte('0' + s.writes()))
	b.WriteString(s.Before.String() + "\x00" + s.After.String() + "\x00" + s.Shape.Name)
	if s.Note != nil {
		b.WriteString("\x00" + strconv.Itoa(s.Note.ID()))
	}
	return b.String()
}

// writes is the op, for which a write is a write whatever is written to.
func (s Sink) writes() framework.Op {
	if s.Op == framework.OpCreate {
		return framework.OpSet
	}
	return s.Op
}

// pushTo applies a sink to one value of a variable.
func (p *Tracer) pushTo(s Sink, d Def) {
	if s.Op == framework.OpAssert {
		s.At = diag.Span{}
	}
	if d.call != nil {
		s.Via = append(s.Via[:len(s.Via):len(s.Via)], p.Span(d.Expr))
		s.Value, s.Shape = p.argumentValue(s, d.call)
		s.Note = p.noteAt(s.Note, d.call)
	}
	switch d.Kind {
	case ValueDef:
		p.apply(s, d.Expr)
	case ElemDef, KeyDef:
		if p.holdsState(d.Expr) {
			return // the keys of a state were judged where it was filled
		}
		list, all := p.elements(d.Expr, d.Kind)
		for _, e := range list {
			p.apply(s, e)
		}
		if !all {
			p.handler.Unknown(s, d.Expr)
		}
	case ResultDef:
		p.pushToResult(s, d)
	default:
		p.handler.Unknown(s, d.Expr)
	}
}

// pushToResult applies a sink to one of several results of a call.
func (p *Tracer) pushToResult(s Sink, d Def) {
	call, ok := ast.Unparen(d.Expr).(*ast.CallExpr)
	if !ok {
		p.handler.Unknown(s, d.Expr)
		return
	}
	switch s.Kind {
	case framework.MapSink:
		p.stateMapCall(s, call, d.Result)
		return
	case framework.TextSink:
		if t, ok := p.Evaluator().result(d); ok {
			p.instruction(s, t, d.Expr)
			return
		}
	}
	p.handler.Unknown(s, d.Expr)
}

// argumentValue follows the written value of a wrapper to a call of it.
func (p *Tracer) argumentValue(s Sink, call *ast.CallExpr) (ast.Expr, framework.Shape) {
	v := p.Index.Variable(s.Value)
	if v == nil {
		return s.Value, s.Shape
	}
	at, ok := p.Index.Params[v]
	if !ok || at.At >= len(call.Args) {
		return s.Value, s.Shape
	}
	arg := call.Args[at.At]
	return arg, p.shape(arg)
}
