package framework

import (
	"go/types"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Values are bytes everywhere, and what reaches the state by way of an event or
// with a new session stays in that session, whatever the key's prefix.
var (
	bytesOf   = Manner{Bytes: true}
	bytesHere = Manner{Bytes: true, Local: true}
	userBytes = Manner{Bytes: true, Scope: runtime.ScopeUser.Key("")}
	appBytes  = Manner{Bytes: true, Scope: runtime.ScopeApp.Key("")}
	ofUser    = Manner{Scope: runtime.ScopeUser.Key("")}
	ofApp     = Manner{Scope: runtime.ScopeApp.Key("")}
	asTRPC    = Manner{Dialect: instruction.TRPC}
	delta     = Taken{Kind: MapSink, Op: OpSet, Manner: bytesHere}
)

// trpcTakes is what tRPC-Agent-Go takes.
var trpcTakes = map[string]Taken{
	"session.Session.GetState":                 {Arg: 1, Kind: KeySink, Op: OpGet, Manner: bytesOf},
	"session.Session.SetState":                 {Arg: 1, Kind: KeySink, Op: OpSet, Value: 2, Manner: bytesOf},
	"session.Session.DeleteState":              {Arg: 1, Kind: KeySink, Op: OpClear},
	"session.Session.State":                    {Kind: MapSink, Op: OpSet, Manner: bytesOf},
	"session.WithSessionState":                 {Arg: 1, Kind: MapSink, Op: OpCreate, Manner: bytesHere},
	"session.Service.CreateSession":            {Arg: 3, Kind: MapSink, Op: OpCreate, Manner: bytesHere},
	"session.Service.UpdateSessionState":       {Arg: 3, Kind: MapSink, Op: OpSet, Manner: bytesHere},
	"session.Service.UpdateUserState":          {Arg: 3, Kind: MapSink, Op: OpSet, Manner: userBytes},
	"session.Service.UpdateAppState":           {Arg: 3, Kind: MapSink, Op: OpSet, Manner: appBytes},
	"session.Service.DeleteUserState":          {Arg: 3, Kind: KeySink, Op: OpClear, Manner: ofUser},
	"session.Service.DeleteAppState":           {Arg: 3, Kind: KeySink, Op: OpClear, Manner: ofApp},
	"event.Event.StateDelta":                   delta,
	"event.WithStateDelta":                     delta.at(1),
	"agent.CallbackContext.State":              {Kind: MapSink, Op: OpSet, Manner: bytesOf},
	"agent.RunOptions.Instruction":             {Kind: TextSink, Manner: asTRPC},
	"agent.RunOptions.GlobalInstruction":       {Kind: TextSink, Manner: asTRPC},
	"agent.WithInstruction":                    {Arg: 1, Kind: TextSink, Manner: asTRPC},
	"agent.WithGlobalInstruction":              {Arg: 1, Kind: TextSink, Manner: asTRPC},
	"agent.SurfacePatch.SetInstruction":        {Arg: 1, Kind: TextSink, Manner: asTRPC},
	"agent/llmagent.Options.Instruction":       {Kind: TextSink, Manner: asTRPC},
	"agent/llmagent.Options.GlobalInstruction": {Kind: TextSink, Manner: asTRPC},
	"agent/llmagent.Options.OutputKey":         {Kind: KeySink, Op: OpOutput, Manner: bytesHere},
	"agent/llmagent.WithInstruction":           {Arg: 1, Kind: TextSink, Manner: asTRPC},
	"agent/llmagent.WithGlobalInstruction":     {Arg: 1, Kind: TextSink, Manner: asTRPC},
	"agent/llmagent.WithOutputKey":             {Arg: 1, Kind: KeySink, Op: OpOutput, Manner: bytesHere},
	"graph.StateGraph.AddLLMNode":              {Arg: 3, Kind: TextSink, Manner: asTRPC},
}

func (t Taken) at(arg int) Taken {
	t.Arg = arg
	return t
}

// asTRPCService gives all session services the methods of session.Service.
func asTRPCService(folder, owner string) (string, string) {
	if strings.HasPrefix(folder, "session/") && strings.HasSuffix(owner, "Service") {
		return "session", "Service"
	}
	return folder, owner
}

// IsGraphState reports whether a type is that of the states of tRPC-Agent-Go's graphs.
func IsGraphState(t types.Type) bool {
	name := TypeName(t)
	return TRPC.folderOf(name) == "graph" && name.Name() == "State"
}

// TakesGraphState reports whether a call of one argument makes such a state of it: a conversion, or
// the option that says what the state of a run begins with.
func TakesGraphState(called types.TypeAndValue, fn *types.Func) bool {
	if called.IsType() {
		return IsGraphState(called.Type)
	}
	return fn != nil && fn.Name() == "WithRuntimeState" && TRPC.folderOf(fn) == "agent"
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
	return TRPC.Has(c.Pkg().Path()) || Eino.Has(c.Pkg().Path())
}

// trpcMakes is what tRPC-Agent-Go's functions make.
var trpcMakes = map[string]Made{
	"tool/function.NewFunctionTool":           {What: Tool, Run: 1},
	"tool/function.NewStreamableFunctionTool": {What: Tool, Run: 1},
}

// NamesTool reports whether a function is the option that names a tool.
func NamesTool(fn *types.Func) bool {
	return fn != nil && TRPC.folderOf(fn) == "tool/function" && fn.Name() == "WithName"
}
