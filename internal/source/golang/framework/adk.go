package framework

import (
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
)

// adkTakes is what ADK takes: by the name of a function or field.
var adkTakes = map[string]Taken{
	"session.EventActions.StateDelta":         {Kind: MapSink, Op: OpSet},
	"session.CreateRequest.State":             {Kind: MapSink, Op: OpCreate},
	"agent/llmagent.Config.Instruction":       {Kind: TextSink},
	"agent/llmagent.Config.GlobalInstruction": {Kind: TextSink},
	"agent/llmagent.Config.OutputKey":         {Kind: KeySink, Op: OpOutput},
	"util/instructionutil.InjectSessionState": {Arg: 2, Kind: TextSink},
	"runner.WithStateDelta":                   {Arg: 1, Kind: MapSink, Op: OpSet},
}

// Role is what a type, a function or a variable of ADK is for.
type Role uint8

// The roles of types, then those of functions and variables.
const (
	Session Role = iota
	State
	CreateRequest
	SessionService
	RunnerConfig
	RunConfig    // of a runner, a launcher or a server
	ServerConfig // of what may serve sessions
	LauncherConfig
	StateContext   // whose state is stored
	SessionContext // whose session is that of a run
	NodeContext    // that a node of a workflow gets
	InMemoryRunner
	RunnerRun
	MissingKey // the error
	WorkflowStart
	WorkflowChain
	WorkflowConcat
)

var adkRoles = map[Role][]string{
	Session:        {"session.Session"},
	State:          {"session.State", "session.ReadonlyState"},
	CreateRequest:  {"session.CreateRequest"},
	SessionService: {"session.Service"},
	RunnerConfig:   {"runner.Config"},
	RunConfig:      {"runner.Config", "cmd/launcher.Config", "server/adkrest.ServerConfig"},
	ServerConfig:   {"cmd/launcher.Config", "server/adkrest.ServerConfig"},
	LauncherConfig: {"cmd/launcher.Config"},
	StateContext:   {"agent.Context", "agent.CallbackContext", "tool.Context"},
	SessionContext: {"agent.Context", "agent.InvocationContext"},
	NodeContext:    {"agent.Context"},
	InMemoryRunner: {"runner.NewInMemory"},
	RunnerRun:      {"runner.Run"},
	MissingKey:     {"session.ErrStateKeyNotExist"},
	WorkflowStart:  {"workflow.Start"},
	WorkflowChain:  {"workflow.Chain"},
	WorkflowConcat: {"workflow.Concat"},
}

// Has reports whether an object of ADK has a role.
func Has(obj types.Object, r Role) bool { return slices.Contains(adkRoles[r], ADKName(obj)) }

// HasType reports whether a type, or what it points to, has a role.
func HasType(t types.Type, r Role) bool { return Has(TypeName(t), r) }

// IsResponse reports whether a type is what a session service responds.
func IsResponse(t types.Object) bool {
	name := ADKName(t)
	return strings.HasPrefix(name, "session.") && strings.HasSuffix(name, "Response")
}

// adkMakes is what ADK's functions make.
var adkMakes = map[string]Made{
	"agent/llmagent.New": {What: Agent, Runs: source.ByModel, Config: 1},
	"agent.New":          {What: Agent, Runs: source.ByCode, Config: 1},
	"agent/workflowagents/sequentialagent.New": {What: Agent, Runs: source.InTurn, Config: 1},
	"agent/workflowagents/parallelagent.New":   {What: Agent, Runs: source.Together, Config: 1},
	"agent/workflowagents/loopagent.New":       {What: Agent, Runs: source.Repeatedly, Config: 1},
	"agent/workflowagent.New":                  {What: Agent, Runs: source.InGraph, Config: 1},
	"agent/remoteagent.NewA2A":                 {What: Agent, Runs: source.ByCode, Config: 1},
	"agent/remoteagent/v2.NewA2A":              {What: Agent, Runs: source.ByCode, Config: 1},

	"plugin.New":                     {What: Plugin, Config: 1},
	"tool/functiontool.New":          {What: Tool, Config: 1, Run: 2},
	"tool/functiontool.NewStreaming": {What: Tool, Config: 1, Run: 2},

	"workflow.NewFunctionNode":                   {What: Node, Name: 1, Run: 2},
	"workflow.NewEmittingFunctionNode":           {What: Node, Name: 1, Run: 2},
	"workflow.NewDynamicNode":                    {What: Node, Name: 1, Run: 2},
	"workflow.NewFunctionNodeWithSchema":         {What: Node, Name: 1, Run: 2},
	"workflow.NewEmittingFunctionNodeWithSchema": {What: Node, Name: 1, Run: 2},
	"workflow.NewDynamicNodeWithSchema":          {What: Node, Name: 1, Run: 2},
	"workflow.NewFunctionNodeFromState":          {What: StateNode, Name: 1, Run: 2},
	"workflow.NewJoinNode":                       {What: Node, Name: 1},
	"workflow.NewJoinNodeWithSchema":             {What: Node, Name: 1},
	"workflow.NewWorkflowNode":                   {What: Workflow, Name: 1, Config: 2},

	"tool/agenttool.New":               {What: Wrapper, Config: 1},
	"tool.FilterToolset":               {What: Wrapper, Config: 1},
	"tool.WithConfirmation":            {What: Wrapper, Config: 1},
	"workflow.NewAgentNode":            {What: Wrapper, Config: 1},
	"workflow.NewAgentNodeTyped":       {What: Wrapper, Config: 1},
	"workflow.NewAgentNodeWithSchemas": {What: Wrapper, Config: 1},
	"workflow.NewToolNode":             {What: Wrapper, Config: 1},
	"workflow.NewToolNodeTyped":        {What: Wrapper, Config: 1},
	"workflow.NewToolNodeWithSchemas":  {What: Wrapper, Config: 1},
	"workflow.NewNamedToolNode":        {What: Wrapper, Config: 2},
	"workflow.NewParallelWorker":       {What: Wrapper, Config: 2},
}

// adkFields are what the fields of ADK's configurations of agents hold.
var adkFields = map[string]Field{
	"AgentConfig": Inner, "Config": Inner,
	"SubAgents": Parts, "Tools": Parts, "Toolsets": Parts,
	"Instruction": Text, "GlobalInstruction": Text,
	"InstructionProvider": TextFunction, "GlobalInstructionProvider": TextFunction,
	"OutputKey": Output, "Run": Body, "Edges": Edges,
}

// FieldOf is what a field of a configuration of ADK's holds.
func FieldOf(name string) Field {
	if strings.Contains(name, "Callback") {
		return Callback
	}
	return adkFields[name]
}

// ADKTool is the name of a tool of ADK's own that a function or a type makes, by their package or
// name; empty: it makes none.
func ADKTool(obj types.Object) string {
	in, ok := strings.CutPrefix(ADKName(obj), "tool/")
	if !ok {
		return ""
	}
	if _, isType := obj.(*types.TypeName); isType {
		return obj.Name()
	}
	return path.Base(in[:strings.LastIndexByte(in, '.')])
}

// Services is what the name of a package of ADK's and one in it say of session services.
type Services struct{ Memory, Database bool }

// ServicesOf is what a name that is taken from a package says; false if that is not ADK's.
func ServicesOf(path, name string) (s Services, isADK bool) {
	pkg := ADK.folder(path)
	switch pkg {
	case "session":
		s.Memory = name == "InMemoryService"
	case "runner":
		s.Memory = name == "NewInMemory"
	case "session/database", "session/vertexai":
		s.Database = strings.HasPrefix(name, "New")
	}
	return s, pkg != ""
}

// ADKName returns what follows ADK's module path, a dot and the name of the
// object: "session.EventActions". It is empty for objects of other packages.
func ADKName(obj types.Object) string {
	if folder := ADK.folderOf(obj); folder != "" {
		return folder + "." + obj.Name()
	}
	return ""
}
