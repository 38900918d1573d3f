package source

import "github.com/seed92179c4c/stategen/internal/diag"

// Unit is an agent, a tool, a callback, a prompt or a host function that source shows.
type Unit struct {
	Kind  UnitKind
	Name  string
	Runs  Runs
	Place diag.Span
	Uses  []Use       // by the unit itself and the functions that it calls
	Parts []Part      // in order
	Open  []diag.Span // lists of parts of which not all can be followed
}

// Part is what a unit has, runs or leads to.
type Part struct {
	Unit        *Unit  // nil: an instruction of the schema, or a prompt file
	Instruction string // its folded name
	File        string // of a prompt
	Kind        PartKind
	Place       diag.Span
}

// InstructionName is how Part names an instruction of the schema, by its name there or in Go.
func InstructionName(name string) string { return diag.Fold(name) }

// UnitKind says what a unit is.
type UnitKind uint8

// The kinds of units. A Host is a function that no agent, tool or callback leads to.
const (
	Prompt UnitKind = iota
	Agent
	Tool
	Callback
	Host
)

var unitNames = []string{"prompt", "agent", "tool", "callback", "host"}

// String is the kind in lower case: "agent".
func (k UnitKind) String() string { return unitNames[k] }

// PartKind says what a unit does with a part.
type PartKind uint8

// An agent has tools, callbacks and prompts; Sub leads to its sub-agents, Next from a node of a workflow to the one
// after it.
const (
	Has PartKind = iota
	Sub
	Next
)

// Runs says how an agent runs its sub-agents.
type Runs uint8

// ByModel is the choice of a model, which hands over; InTurn one after the other, Together
// at the same time, Repeatedly one after the other until one of them stops the loop. InGraph
// follows the edges of a workflow, and ByCode is decided by a function.
const (
	ByModel Runs = iota
	InTurn
	Together
	Repeatedly
	InGraph
	ByCode
)

// RunsOf is how an agent of a class of ADK runs its sub-agents, by the name that Python and YAML have for it.
func RunsOf(class string) Runs {
	switch class {
	case "", "Agent", "LlmAgent":
		return ByModel
	case "SequentialAgent":
		return InTurn
	case "ParallelAgent":
		return Together
	case "LoopAgent":
		return Repeatedly
	}
	return ByCode
}

var runsNames = []string{"model", "sequential", "parallel", "loop", "graph", "code"}

// String is how people call such agents: "parallel".
func (r Runs) String() string { return runsNames[r] }
