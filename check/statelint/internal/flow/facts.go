package flow

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
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
type getterFact struct{ Key Text }

// sinkFact says what happens to the arguments of a function (Param from 1) or
// to the values of a field (Param 0).
type sinkFact struct{ Sinks []exportedSink }

type exportedSink struct {
	Param         int
	Kind          framework.SinkKind
	Op            framework.Op
	Before, After Text
	Shape         framework.Shape
	Value         int // the parameter that is written, from 1; 0: none
	Given         int // the parameter that has to be a state, from 1; 0: none

	note    Note // these two travel only within one Collect
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

// FactTypes are the facts that packages tell each other.
func FactTypes() []analysis.Fact {
	return []analysis.Fact{new(textFact), new(builderFact), new(getterFact), new(sinkFact), new(generatedFact), new(stateFact)}
}

// summary evaluates the call of a function of another package.
func (ev Evaluator) summary(call *ast.CallExpr, fn *types.Func) Text {
	f := new(builderFact)
	if !ev.ImportFact(fn, f) {
		return ev.Hole(call)
	}
	return ev.fill(f.Text, call)
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
			p.From, p.File = ev.OriginOf(call), ev.fill(p.File, call)
		}
		out = append(out, p)
	}
	return out
}

// portable makes a text of this package fit for a fact about fn; false if it
// says nothing.
func (p *Values) portable(t Text, fn *types.Func) (Text, bool) {
	var out Text
	for _, part := range t {
		if part.Hole && fn != nil && part.source != nil {
			if at, ok := p.Index.Params[part.source]; ok && at.Fn == fn {
				part.Param = at.At + 1
			}
		}
		part.source = nil
		part.File, _ = p.portable(part.File, fn)
		out = append(out, part)
	}
	return out, len(out) > 0 && !(out.OnlyHole() && out[0].Param == 0 && out.file() == nil)
}
