package flow

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
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
	Checked       bool              // an assertion asks whether the value has the type
	Used          diag.Span         // for EachUse: where the value is used, which is the argument of the last call on its way
	Taken         diag.Span         // for EachUse: where the framework takes it
	Via           []diag.Span       // the places that the value passes on its way to the sink
	Partial       bool              // a textSink: the text is a part of an instruction
	Within        bool              // likewise, and not between the braces of one
	Quiet         bool              // what is unknown need not be listed
	Note          Note              // what the code around a read says, when evidence is collected
	Manner        framework.Manner  // how the framework takes keys and values there
	Builder       string            // the form of the key, likewise
	Delta         bool              // the key is one of a state delta

}

type pushed struct {
	v           *types.Var
	sink        string
	used, taken diag.Span
}

// pushID tells what was pushed already.
func (p *Tracer) pushID(v *types.Var, s Sink) pushed {
	id := pushed{v: v, sink: s.id()}
	if p.EachUse {
		id.used, id.taken = s.Used, s.Taken
	}
	return id
}

// id tells sinks apart that find different things in the same value.
func (s Sink) id() string {
	var b strings.Builder
	b.WriteByte(byte('0' + s.Kind))
	b.WriteByte(byte('0' + s.asWrite()))
	if s.Manner.Local {
		b.WriteByte('l')
	}
	if s.Within {
		b.WriteByte('w')
	}
	b.WriteByte(byte('0' + s.Manner.Dialect))
	b.WriteString(s.Manner.Scope + s.Before.String() + "\x00" + s.After.String() + "\x00" + s.Shape.Name)
	if s.Note != nil {
		b.WriteString("\x00" + strconv.Itoa(s.Note.ID()))
	}
	return b.String()
}

// asWrite is the op, for which a write is a write whatever is written to.
func (s Sink) asWrite() framework.Op {
	if s.Op == framework.OpCreate {
		return framework.OpSet
	}
	return s.Op
}
