package follow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Handler is told what reaches a framework.
type Handler interface {
	// Key is told of a key, and Instruction of the text of an instruction
	// once what fills its unknown parts has been followed. E is the expression
	// that it comes from.
	Key(s Sink, t Text, e ast.Expr)
	Instruction(s Sink, t Text, e ast.Expr)
	// Unknown is told of an expression that can't be followed.
	Unknown(s Sink, e ast.Expr)
	// Unfilled is told of a variable that nothing in this package fills.
	Unfilled(s Sink, v *types.Var)
	// StateSet is told of a call of a state's Set.
	StateSet(state ast.Expr, call *ast.CallExpr)
}

// Note goes along with a sink, unseen.
type Note interface {
	ID() int // tells notes of one package apart
	// At is the note where the function that it was made in is called, in a package.
	At(p *Package, call *ast.CallExpr) Note
}

// Tracer goes from the places where a framework takes something back to the
// constants.
type Tracer struct {
	*Values
	handler Handler

	// EachUse is whether a value is followed once for each place that uses it, and not once for all.
	EachUse bool

	applied    map[applied]bool
	paramSinks map[*types.Func][]exportedSink
	fieldSinks map[*types.Var][]exportedSink
}

// NewTracer makes a tracer that tells a handler what it finds.
func NewTracer(v *Values, h Handler) *Tracer {
	return &Tracer{
		Values: v, handler: h,
		applied:    map[applied]bool{},
		paramSinks: map[*types.Func][]exportedSink{}, fieldSinks: map[*types.Var][]exportedSink{},
	}
}

// noteAt is the note of a sink at a call behind which it is; call is nil for a
// field.
func (p *Tracer) noteAt(n Note, call *ast.CallExpr) Note {
	if call == nil || n == nil {
		return n
	}
	return n.At(p.Package, call)
}

// Sink is a place where a framework takes a value.
type Sink struct {
	Kind          framework.SinkKind
	Op            framework.Op
	Before, After Text // what the value is surrounded by
	Shape         framework.Shape
	Value         ast.Expr          // that is written under the key, if it is in this package
	At            diag.Span         // where a value is asserted; zero behind a wrapper
	Shapes        []framework.Shape // all types that the same value is asserted to have
	Used          diag.Span         // for EachUse: where the value is used, the argument of the last call on its way
	Taken         diag.Span         // for EachUse: where the framework takes it
	Via           []diag.Span       // the places that the value passes on its way to the sink
	Partial       bool              // a textSink: the text is a part of an instruction
	Quiet         bool              // what is unknown need not be listed
	Note          Note              // what the code around a read says, when evidence is collected
	Manner        framework.Manner  // how the framework takes keys and values there
	Builder       string            // the form of the key, likewise
	Delta         bool              // the key is one of a state delta

}

// applied is a sink with the variable or the expression that reached it.
type applied struct {
	to          any
	sink        sinkID
	used, taken diag.Span
}

// isNew reports whether a sink is applied for the first time to a variable or an expression.
func (p *Tracer) isNew(to any, s Sink) bool {
	id := applied{to: to, sink: s.id()}
	if p.EachUse {
		id.used, id.taken = s.Used, s.Taken
	}
	before := p.applied[id]
	p.applied[id] = true
	return !before
}

// terms begins to follow values to what they may be. Fields are sinks of their own, but for those that lists are in.
func (p *Tracer) terms(ofList bool) *Follower {
	f := p.Follower()
	f.Callers, f.FieldsEnd = true, !ofList
	return f
}

// sinkID tells sinks apart that find different things in the same value.
type sinkID struct {
	kind                        framework.SinkKind
	op                          framework.Op
	local                       bool
	dialect                     instruction.Dialect
	scope, before, after, shape string
	note                        int
}

func (s Sink) id() sinkID {
	id := sinkID{
		s.Kind, s.asWrite(), s.Manner.Local, s.Manner.Dialect,
		s.Manner.Scope, s.Before.String(), s.After.String(), s.Shape.Name, 0,
	}
	if s.Note != nil {
		id.note = s.Note.ID()
	}
	return id
}

// asWrite is the op, for which a write is a write whatever is written to.
func (s Sink) asWrite() framework.Op {
	if s.Op == framework.OpCreate {
		return framework.OpSet
	}
	return s.Op
}
