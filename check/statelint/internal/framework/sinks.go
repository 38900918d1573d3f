package framework

import "go/types"

// SinkKind says what is made of the value that reaches a sink.
type SinkKind uint8

const (
	NoSink   SinkKind = iota
	KeySink           // a state key
	TextSink          // an instruction
	MapSink           // a map of state keys to values
)

// Op is what is done with a key.
type Op uint8

const (
	OpGet Op = iota
	OpSet
	OpCreate // what a session begins with
	OpClear
	OpOutput // an agent's text is saved under it
	OpAssert // its value is asserted to have a type
	OpRender // stategen's own code renders the text
)

// SinkOfField says what a framework does with a field of one of its structs.
func SinkOfField(owner types.Object, field string) (SinkKind, Op) {
	switch name := ADKName(owner); {
	case name == "session.EventActions" && field == "StateDelta":
		return MapSink, OpSet
	case name == "session.CreateRequest" && field == "State":
		return MapSink, OpCreate
	case name == "agent/llmagent.Config":
		switch field {
		case "Instruction", "GlobalInstruction":
			return TextSink, 0
		case "OutputKey":
			return KeySink, OpOutput
		}
	}
	switch name := RuntimeName(owner); {
	case name == "Actions" && field == "StateDelta":
		return MapSink, OpSet
	case name == "CreateRequest" && field == "State":
		return MapSink, OpCreate
	}
	return NoSink, 0
}

// SinkOfCall says what a framework does with an argument of one of its functions.
func SinkOfCall(fn *types.Func, arg int) (SinkKind, Op) {
	if fn.Signature().Recv() == nil {
		switch name := ADKName(fn); {
		case name == "util/instructionutil.InjectSessionState" && arg == 1:
			return TextSink, 0
		case name == "runner.WithStateDelta" && arg == 0:
			return MapSink, OpSet
		}
		if fn.Pkg() != nil && fn.Pkg().Path() == instructionPath && fn.Name() == "Inject" && arg == 0 {
			return TextSink, OpRender
		}
		return NoSink, 0
	}
	recv := fn.Signature().Recv().Type()
	switch {
	case arg != 0:
	case RuntimeName(TypeName(recv)) == "Delta" && (fn.Name() == "Set" || fn.Name() == "Merge"):
		return KeySink, OpSet
	case RuntimeName(TypeName(recv)) == "Merger" && fn.Name() == "Merge":
		return KeySink, OpSet
	case RuntimeName(TypeName(recv)) == "Context" && fn.Name() == "SaveOutput":
		return KeySink, OpOutput
	}
	return NoSink, 0
}
