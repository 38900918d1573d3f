package statelint

import (
	"go/ast"
	"go/types"

	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"golang.org/x/tools/go/analysis"
)

// textFact is a constant, or a variable that is set once, with the places of
// its text, which export data doesn't have.
type textFact struct{ Text text }

// builderFact is the text that a function returns; a hole with a Param is
// filled by that argument.
type builderFact struct{ Text text }

// getterFact says that a function's first result is the value of the key that
// is built from its arguments.
type getterFact struct{ Key text }

// sinkFact says what happens to the arguments of a function (Param from 1) or
// to the values of a field (Param 0).
type sinkFact struct{ Sinks []exportedSink }

type exportedSink struct {
	Param         int
	Kind          framework.SinkKind
	Op            framework.Op
	Before, After text
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

func factTypes() []analysis.Fact {
	return []analysis.Fact{new(textFact), new(builderFact), new(getterFact), new(sinkFact), new(generatedFact), new(stateFact), new(accessorFact), new(mergesFact)}
}

// summary evaluates the call of a function of another package.
func (ev evaluator) summary(call *ast.CallExpr, fn *types.Func) text {
	f := new(builderFact)
	if !ev.importFact(fn, f) {
		return ev.hole(call)
	}
	return ev.fill(f.Text, call)
}

// fill puts the arguments of a call into the holes of a summary.
func (ev evaluator) fill(t text, call *ast.CallExpr) text {
	var out text
	for _, p := range t {
		if p.Hole && p.Param > 0 && p.Param <= len(call.Args) {
			out = join(out, ev.argument(call.Args[p.Param-1]))
			continue
		}
		if p.Hole {
			p.From, p.File = ev.originOf(call), ev.fill(p.File, call)
		}
		out = append(out, p)
	}
	return out
}

// portable makes a text of this package fit for a fact about fn; false if it
// says nothing.
func (p *Values) portable(t text, fn *types.Func) (text, bool) {
	var out text
	for _, part := range t {
		if part.Hole && fn != nil && part.source != nil {
			if at, ok := p.index.params[part.source]; ok && at.fn == fn {
				part.Param = at.at + 1
			}
		}
		part.source = nil
		part.File, _ = p.portable(part.File, fn)
		out = append(out, part)
	}
	return out, len(out) > 0 && !(out.onlyHole() && out[0].Param == 0 && out.file() == nil)
}
