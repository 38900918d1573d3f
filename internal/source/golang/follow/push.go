package follow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
)

// apply checks an expression that reaches a sink.
func (p *Tracer) apply(s Sink, e ast.Expr) {
	if p.EachUse && s.Used.IsZero() {
		s.Used = p.Span(e)
	}
	if p.EachUse && s.Taken.IsZero() {
		s.Taken = s.Used
	}
	if s.Kind == framework.MapSink {
		p.StateMap(s, e)
		return
	}
	t := p.Eval(e)
	if !t.says() && s.Op != framework.OpAssert {
		_, ofList := ast.Unparen(e).(*ast.IndexExpr)
		if p.applyTerms(s, p.terms(ofList).Follow(Value{Expr: e, Pkg: p.Values}), e) {
			return
		}
	}
	switch {
	case s.Kind == framework.TextSink:
		p.instruction(s, t, e)
	case !p.OwnKey(e):
		p.handler.Key(s, s.withScope(Join(s.Before, t, s.After)), e)
	}
}

// applyTerms applies a sink to all that an expression may be; false: that is not known.
func (p *Tracer) applyTerms(s Sink, terms []Value, e ast.Expr) bool {
	if len(terms) == 1 && terms[0].Expr == e && !terms[0].added {
		return false
	}
	for _, term := range terms {
		to := s
		to.Partial = s.Partial || term.added
		switch isAll := !term.part || term.added && s.Kind == framework.TextSink; {
		case !p.isNew(term.Expr, to):
		case isAll && p.Eval(term.Expr).says():
			p.apply(to, term.Expr)
		default:
			p.handler.Unknown(to, term.Expr)
		}
	}
	return true
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
	if len(s.Before)+len(s.After) > MaxDepth || !p.isNew(v, s) {
		return true
	}
	if isParam && p.Sinks.TakesParam(at.Fn, at.At+1) {
		return true // its calls are looked at for what the schema says of it
	}
	switch {
	case s.Kind == framework.TextSink && p.isRewritten(v): // a fact doesn't tell how
	case isParam && at.Fn != nil:
		p.paramSinks[at.Fn] = append(p.paramSinks[at.Fn], p.exportSink(s, at.Fn, at.At+1))
	case v.IsField():
		p.fieldSinks[v] = append(p.fieldSinks[v], p.exportSink(s, nil, 0))
	}
	p.pushAll(v, s)
	p.unseen(v, s)
	return true
}

// pushAll applies a sink to all values of a variable. What the program replaces in a
// text by itself, the framework never sees.
func (p *Tracer) pushAll(v *types.Var, s Sink) {
	known := s.Kind != framework.TextSink || !p.isRewritten(v)
	for _, d := range p.Index.Defs[v] {
		if known {
			p.pushTo(s, d)
		} else {
			p.handler.Unknown(s, d.Expr)
		}
	}
}

// pushTo applies a sink to one value of a variable.
func (p *Tracer) pushTo(s Sink, d Def) {
	if s.Op == framework.OpAssert {
		s.At = diag.Span{}
	}
	if d.call != nil {
		s.Via = append(s.Via[:len(s.Via):len(s.Via)], p.Span(d.Expr))
		if p.EachUse {
			s.Used = s.Via[len(s.Via)-1]
		}
		if s.Value, s.Shape = p.argumentValue(s, d.call); s.Value != nil {
			s = p.writing(s, s.Value)
		}
		s.Note = p.noteAt(s.Note, d.call)
	}
	p.applyDef(s, d)
}

// applyDef applies a sink to what a definition says.
func (p *Tracer) applyDef(s Sink, d Def) {
	switch d.Kind {
	case ValueDef:
		p.apply(s, d.Expr)
		return
	case ElemDef, KeyDef:
		if p.holdsState(d.Expr) {
			return // the keys of a state were judged where it was filled
		}
	case ResultDef:
		if t, ok := p.Evaluator().result(d); ok && s.Kind == framework.TextSink {
			p.instruction(s, t, d.Expr)
			return
		}
	}
	terms := p.terms(d.Kind != ResultDef).defs(p.Values, nil, []Def{d})
	switch {
	case s.Kind == framework.MapSink:
		p.stateMaps(s, terms, d.Expr)
	case !p.applyTerms(s, terms, d.Expr):
		p.handler.Unknown(s, d.Expr)
	}
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

// instruction follows what fills the unknown parts of an instruction, and tells
// the handler of it unless nothing is known of the text.
func (p *Tracer) instruction(s Sink, t Text, e ast.Expr) {
	p.followHoles(s, t, e)
	if !t.OnlyHole() {
		p.handler.Instruction(s, t, e)
	}
}

// unseen tells of a variable that reaches a sink and is filled by nothing in
// this package: by a decoder, or by a caller that is not known. What calls an
// exported function is seen where it is called.
func (p *Tracer) unseen(v *types.Var, s Sink) {
	at, isParam := p.Index.Params[v]
	if len(p.Index.Defs[v]) > 0 || isParam && at.Fn != nil && at.Fn.Exported() {
		return
	}
	p.handler.Unfilled(s, v)
}

// followHoles finds what fills the unknown parts of an instruction. What can't
// be found is listed as not checked.
func (p *Tracer) followHoles(s Sink, t Text, e ast.Expr) {
	for _, i := range t.Holes() {
		inner := Sink{Kind: framework.TextSink, Op: s.Op, Manner: s.Manner, Via: s.Via, Partial: s.Partial || len(t) > 1}
		if v := t[i].source; v == nil || !p.Push(v, inner) {
			p.handler.Unknown(inner, e)
		}
	}
}

// exportSink makes a sink fit for a fact about a parameter of fn or a field.
func (p *Tracer) exportSink(s Sink, fn *types.Func, param int) exportedSink {
	out := exportedSink{Param: param, Kind: s.Kind, Op: s.Op, Shape: s.Shape, Manner: s.Manner}
	out.note, out.builder, out.taken = s.Note, s.Builder, s.Taken
	out.Before, _ = p.portable(s.Before, nil)
	out.After, _ = p.portable(s.After, nil)
	if v := p.Index.Variable(s.Value); v != nil && fn != nil {
		if at, ok := p.Index.Params[v]; ok && at.Fn == fn {
			out.Value = at.At + 1
		}
	}
	return out
}

// importSink is the reverse, at a call of the function (nil for a field).
func (p *Tracer) importSink(e exportedSink, call *ast.CallExpr) Sink {
	s := Sink{Kind: e.Kind, Op: e.Op, Manner: e.Manner, Before: e.Before, After: e.After, Shape: e.Shape}
	s.Note, s.Builder, s.Taken = p.noteAt(e.note, call), e.builder, e.taken
	if call != nil && e.Value > 0 && e.Value <= len(call.Args) {
		s = p.writing(s, call.Args[e.Value-1])
	}
	return s
}
