package framework

import (
	"go/types"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// Values are kept as they are, as long as a run lasts.
var kept = Manner{Kept: true}

// einoTakes is what eino takes.
var einoTakes = map[string]Taken{
	"adk.GetSessionValue":                  {Arg: 2, Kind: KeySink, Op: OpGet, Manner: kept},
	"adk.AddSessionValue":                  {Arg: 2, Kind: KeySink, Op: OpSet, Value: 3, Manner: kept},
	"adk.AddSessionValues":                 {Arg: 2, Kind: MapSink, Op: OpSet, Manner: kept},
	"adk.WithSessionValues":                {Arg: 1, Kind: MapSink, Op: OpCreate, Manner: kept},
	"adk.ChatModelAgentConfig.OutputKey":   {Kind: KeySink, Op: OpOutput, Manner: kept},
	"adk.ChatModelAgentConfig.Instruction": {Kind: TextSink, Manner: Manner{Dialect: instruction.Eino}},
	"adk/prebuilt/deep.Config.OutputKey":   {Kind: KeySink, Op: OpOutput, Manner: kept},
}

// asEino knows types by their names of before they were generic, which they are from v0.8 on.
func asEino(folder, owner string) (string, string) { return folder, strings.TrimPrefix(owner, "Typed") }

// IsEino reports whether a function is one of eino's that take a state key.
func IsEino(fn *types.Func) bool {
	return fn != nil && Eino.folderOf(fn) == "adk" && einoTakes["adk."+fn.Name()].Kind == KeySink
}

// ReturnsValues reports whether a function returns a map of all session values.
func ReturnsValues(fn *types.Func) bool {
	return isEinoFunc(fn, "GetSessionValues")
}

// AddsValues reports whether a function sets session values of the run that a context belongs to.
func AddsValues(fn *types.Func) bool {
	return isEinoFunc(fn, "AddSessionValue") || isEinoFunc(fn, "AddSessionValues")
}

// BeginsRun reports whether a function is a method of eino's runner that begins a run.
func BeginsRun(fn *types.Func) bool {
	return isEinoFunc(fn, "Runner.Run") || isEinoFunc(fn, "Runner.Query")
}

// BeginsContext reports whether a function returns the context of a program, or of a request to a server.
func BeginsContext(fn *types.Func) bool {
	if fn == nil {
		return false
	}
	switch fn.FullName() {
	case "context.Background", "context.TODO", "(*net/http.Request).Context":
		return true
	}
	return false
}

// isEinoFunc reports whether a function is one of eino's ADK, or a method, by its name behind that of its type.
func isEinoFunc(fn *types.Func, name string) bool {
	if fn == nil || Eino.folderOf(fn) != "adk" {
		return false
	}
	_, owner := asEino("", ReceiverName(fn))
	return strings.TrimPrefix(owner+"."+fn.Name(), ".") == name
}

// MakesInput is the field of a struct in whose presence another field is no text with
// placeholders; empty: there is none.
func MakesInput(owner types.Object, field string) string {
	if field == "Instruction" && Eino.folderOf(owner) == "adk" {
		return "GenModelInput"
	}
	return ""
}

// einoMakes is what eino's functions make.
var einoMakes = map[string]Made{
	"components/tool/utils.NewTool":                   {What: Tool, Config: 1, Run: 2},
	"components/tool/utils.NewStreamTool":             {What: Tool, Config: 1, Run: 2},
	"components/tool/utils.InferTool":                 {What: Tool, Name: 1, Run: 3},
	"components/tool/utils.InferOptionableTool":       {What: Tool, Name: 1, Run: 3},
	"components/tool/utils.InferStreamTool":           {What: Tool, Name: 1, Run: 3},
	"components/tool/utils.InferOptionableStreamTool": {What: Tool, Name: 1, Run: 3},
}
