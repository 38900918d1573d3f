package flow

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/framework"
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
type getterFact struct {
	Key    Text
	Manner framework.Manner
}

// sinkFact says what happens to the arguments of a function (Param from 1) or
// to the values of a field (Param 0).
type sinkFact struct{ Sinks []exportedSink }

type exportedSink struct {
	Param         int
	Kind          framework.SinkKind
	Op            framework.Op
	Before, After Text
	Shape         framework.Shape
	Manner        framework.Manner
	Value         int // the parameter that is written, from 1; 0: none

	note    Note // these travel only within one Collect or Trace
	builder string
	taken   diag.Span
}

// generatedFact marks a package that stategen generated.
type generatedFact struct {
	From string // the schema
}

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
