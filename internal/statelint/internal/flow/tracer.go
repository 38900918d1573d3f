package flow

import (
	"go/ast"
	"go/types"
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
	// StateSet is told of a call of a state's Set, StateField of a value that
	// a field of a struct gets, or a map in it takes over.
	StateSet(state ast.Expr, call *ast.CallExpr)
	StateField(owner types.Object, field *types.Var, value ast.Expr)
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

	pushed     map[pushed]bool
	returned   map[pushed]bool // likewise, by the result of a function
	seenMaps   map[*ast.CompositeLit]bool
	paramSinks map[*types.Func][]exportedSink
	fieldSinks map[*types.Var][]exportedSink
}

// NewTracer makes a tracer that tells a handler what it finds.
func NewTracer(v *Values, h Handler) *Tracer {
	return &Tracer{
		Values: v, handler: h,
		pushed: map[pushed]bool{}, returned: map[pushed]bool{}, seenMaps: map[*ast.CompositeLit]bool{},
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
