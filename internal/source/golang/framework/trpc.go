package framework

import (
	"go/types"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// TRPCPath is that of tRPC-Agent-Go's packages.
var TRPCPath = regexp.MustCompile(`^trpc\.group/trpc-go/trpc-agent-go(?:/v\d+)?(?:/(.+))?$`)

// trpcPackage returns what follows the path of tRPC-Agent-Go's module; empty for other
// packages.
func trpcPackage(path string) string {
	if !strings.HasPrefix(path, "trpc.group/") {
		return ""
	}
	if m := TRPCPath.FindStringSubmatch(path); m != nil {
		return m[1]
	}
	return ""
}

// Values are bytes everywhere, and what reaches the state by way of an event or
// with a new session stays in that session, whatever the key's prefix.
var (
	bytesOf   = Manner{Bytes: true}
	bytesHere = Manner{Bytes: true, Local: true}
	asTRPC    = Manner{Dialect: instruction.TRPC}
	delta     = Taken{Kind: MapSink, Op: OpSet, Manner: bytesHere}
)

// trpc is what tRPC-Agent-Go takes: by package, and by the name of a function, method or
// field. All session services have the methods of session.Service.
var trpc = map[string]map[string]Taken{
	"session": {
		"Session.GetState":           {Arg: 1, Kind: KeySink, Op: OpGet, Manner: bytesOf},
		"Session.SetState":           {Arg: 1, Kind: KeySink, Op: OpSet, Value: 2, Manner: bytesOf},
		"Session.DeleteState":        {Arg: 1, Kind: KeySink, Op: OpClear},
		"Session.State":              {Kind: MapSink, Op: OpSet, Manner: bytesOf},
		"WithSessionState":           {Arg: 1, Kind: MapSink, Op: OpCreate, Manner: bytesHere},
		"Service.CreateSession":      {Arg: 3, Kind: MapSink, Op: OpCreate, Manner: bytesHere},
		"Service.UpdateSessionState": {Arg: 3, Kind: MapSink, Op: OpSet, Manner: bytesHere},
		"Service.UpdateUserState":    {Arg: 3, Kind: MapSink, Op: OpSet, Manner: Manner{Bytes: true, Scope: runtime.ScopeUser.Key("")}},
		"Service.UpdateAppState":     {Arg: 3, Kind: MapSink, Op: OpSet, Manner: Manner{Bytes: true, Scope: runtime.ScopeApp.Key("")}},
		"Service.DeleteUserState":    {Arg: 3, Kind: KeySink, Op: OpClear, Manner: Manner{Scope: runtime.ScopeUser.Key("")}},
		"Service.DeleteAppState":     {Arg: 3, Kind: KeySink, Op: OpClear, Manner: Manner{Scope: runtime.ScopeApp.Key("")}},
	},
	"event": {
		"Event.StateDelta": delta,
		"WithStateDelta":   delta.at(1),
	},
	"agent": {
		"CallbackContext.State":        {Kind: MapSink, Op: OpSet, Manner: bytesOf},
		"RunOptions.Instruction":       {Kind: TextSink, Manner: asTRPC},
		"RunOptions.GlobalInstruction": {Kind: TextSink, Manner: asTRPC},
		"WithInstruction":              {Arg: 1, Kind: TextSink, Manner: asTRPC},
		"WithGlobalInstruction":        {Arg: 1, Kind: TextSink, Manner: asTRPC},
		"SurfacePatch.SetInstruction":  {Arg: 1, Kind: TextSink, Manner: asTRPC},
	},
	"agent/llmagent": {
		"Options.Instruction":       {Kind: TextSink, Manner: asTRPC},
		"Options.GlobalInstruction": {Kind: TextSink, Manner: asTRPC},
		"Options.OutputKey":         {Kind: KeySink, Op: OpOutput, Manner: bytesHere},
		"WithInstruction":           {Arg: 1, Kind: TextSink, Manner: asTRPC},
		"WithGlobalInstruction":     {Arg: 1, Kind: TextSink, Manner: asTRPC},
		"WithOutputKey":             {Arg: 1, Kind: KeySink, Op: OpOutput, Manner: bytesHere},
	},
	"graph": {
		"StateGraph.AddLLMNode": {Arg: 3, Kind: TextSink, Manner: asTRPC},
	},
}

func (t Taken) at(arg int) Taken {
	t.Arg = arg
	return t
}

func trpcTaken(pkg, owner, name string) (Taken, bool) {
	if strings.HasPrefix(pkg, "session/") && strings.HasSuffix(owner, "Service") {
		pkg, owner = "session", "Service"
	}
	if owner != "" {
		name = owner + "." + name
	}
	t, ok := trpc[pkg][name]
	return t, ok
}

// IsGraphState reports whether a type is that of the states of tRPC-Agent-Go's graphs.
func IsGraphState(t types.Type) bool {
	name := TypeName(t)
	return name != nil && name.Pkg() != nil && name.Name() == "State" && trpcPackage(name.Pkg().Path()) == "graph"
}

// TakesGraphState reports whether a call of one argument makes such a state of it: a conversion, or
// the option that says what the state of a run begins with.
func TakesGraphState(called types.TypeAndValue, fn *types.Func) bool {
	if called.IsType() {
		return IsGraphState(called.Type)
	}
	return fn != nil && fn.Name() == "WithRuntimeState" && fn.Pkg() != nil && trpcPackage(fn.Pkg().Path()) == "agent"
}

// ToolDelta is what a tool's method returns by which tRPC-Agent-Go asks it for changes of
// the state; false for all other functions.
func ToolDelta(fn *types.Func) (Taken, bool) {
	sig := fn.Signature()
	n := sig.Params().Len()
	isNamed := fn.Name() == "StateDelta" || fn.Name() == "StateDeltaForInvocation"
	if sig.Recv() == nil || !isNamed || n < 2 || sig.Results().Len() != 1 {
		return Taken{}, false
	}
	m, ok := sig.Results().At(0).Type().Underlying().(*types.Map)
	takesBytes := IsBytes(sig.Params().At(n-1).Type()) && IsBytes(sig.Params().At(n-2).Type())
	return delta, takesBytes && ok && IsString(m.Key()) && IsBytes(m.Elem())
}

// OwnKey reports whether an object that a package uses is another one's constant, of
// tRPC-Agent-Go or of eino, which names a key of its own.
func OwnKey(obj types.Object, user *types.Package) bool {
	c, ok := obj.(*types.Const)
	if !ok || c.Pkg() == nil || c.Pkg() == user {
		return false
	}
	return trpcPackage(c.Pkg().Path()) != "" || einoPackage(c.Pkg().Path()) != ""
}

// trpcMakes is what tRPC-Agent-Go's functions make.
var trpcMakes = map[string]Made{
	"tool/function.NewFunctionTool":           {What: Tool, Run: 1},
	"tool/function.NewStreamableFunctionTool": {What: Tool, Run: 1},
}

// ToolOption is what an option of a tool sets: "WithName"; empty for other functions.
func ToolOption(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil || trpcPackage(fn.Pkg().Path()) != "tool/function" {
		return ""
	}
	return fn.Name()
}
