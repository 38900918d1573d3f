package statelint_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/seed92179c4c/stategen/internal/rules/graph"
	"github.com/seed92179c4c/stategen/internal/statelint"
	"github.com/seed92179c4c/stategen/schema/load"
)

const flowSchema = `version: 1
keys: {city: string, plan: "string?", done: {type: bool, default: false}, passport: {type: string, optional: true, sensitive: true}, checked: "bool?", "seat_{n}": "string?"}
check: {rules: {read-before-write: error, parallel-write: error, unread-key: error, loop-without-reset: error, sensitive-through-key: error}}
`

// agents is a package in which helpers make agents, tools and callbacks.
const agents = `package a

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool/utils"
	einoschema "github.com/cloudwego/eino/schema"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/agent/workflowagents/parallelagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/mcptoolset"
	"google.golang.org/adk/v2/workflow"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

var (
	_ = fmt.Println
	_ = loopagent.New
	_ = parallelagent.New
	_ = sequentialagent.New
	_ = llmagent.New
	_ = plugin.New
	_ = workflow.Chain
	_ = workflowagent.New
	_ tool.Tool
	_ = functiontool.New[int, int]
	_ = mcptoolset.New
	_ = adk.AddSessionValue
	_ = utils.NewTool[int, int]
	_ einoschema.ToolInfo
	_ = function.WithName
)

func example(st session.State) {
`

const must = "\nfunc must[T any](v T, err error) T { return v }\n"

// node is in every package of a snippet that calls it.
const node = `
func node(name, key string) workflow.Node {
	return workflow.NewFunctionNode(name, func(ctx agent.Context, in any) (string, error) { return "", ctx.State().Set(key, "x") }, workflow.NodeConfig{})
}
`

// helpers are those of a snippet that it calls.
var helpers = []string{node, `
func llm(name, instruction, outputKey string, tools ...tool.Tool) agent.Agent {
	return must(llmagent.New(llmagent.Config{Name: name, Instruction: instruction, OutputKey: outputKey, Tools: tools}))
}
`, `
func setter(key string, v bool) agent.BeforeAgentCallback {
	return func(ctx agent.CallbackContext) error { return ctx.State().Set(key, v) }
}
`, `
func agentWith(c agent.BeforeAgentCallback) agent.Agent {
	return must(llmagent.New(llmagent.Config{Name: "worker", BeforeAgentCallbacks: []agent.BeforeAgentCallback{c}}))
}
`, `
func stopIf(key string) agent.Agent {
	return must(agent.New(agent.Config{Name: "stop", Run: func(ctx agent.InvocationContext) error {
		_, err := ctx.Session().State().Get(key)
		return err
	}}))
}
`, `
func exitTool() tool.Tool {
	return must(functiontool.New(functiontool.Config{Name: "exit"}, func(ctx tool.Context, in struct{}) (string, error) {
		ctx.Actions().Escalate = true
		return "", nil
	}))
}
`, `
func toolOf(name string, run func(session.State) error) tool.Tool {
	return must(functiontool.New(functiontool.Config{Name: name}, func(ctx tool.Context, in struct{}) (string, error) {
		return "", run(ctx.State())
	}))
}
`, `
func inferred[T, D any](name string, run func(context.Context, T) (D, error)) utils.InvokableTool {
	return must(utils.InferTool(name, "Is inferred.", run))
}
`, `
func book(ctx context.Context, city string) (string, error) {
	adk.AddSessionValue(ctx, "city", city)
	return city, nil
}
`, `
func planned(ctx context.Context, plan string) (string, error) {
	adk.AddSessionValue(ctx, "plan", plan)
	return plan, nil
}
`}

func called(snippet string) string {
	var b strings.Builder
	for _, h := range helpers {
		name := regexp.MustCompile(`\w+`).FindString(strings.TrimPrefix(h, "\nfunc "))
		if regexp.MustCompile(`\b` + name + `\b[(),]`).MatchString(snippet) {
			b.WriteString(h)
		}
	}
	return b.String() + must
}

// trace makes the graph of a snippet in the package above.
func trace(t *testing.T, snippet string) (*flow.Graph, statelint.Traced) {
	t.Helper()
	o := writeProject(t, "-- app/stategen.yaml --\n"+flowSchema+"-- app/a/a.go --\n"+agents+snippet+"}\n"+called(snippet))
	path := filepath.Join(o.Dir, "app/stategen.yaml")
	r := load.Schema(path, func(string) ([]byte, error) { return []byte(flowSchema), nil })
	if r.Schema == nil {
		t.Fatal(r.Diagnostics)
	}
	found, err := statelint.Trace(path, []string{"app/..."}, o)
	if err != nil {
		t.Fatal(err)
	}
	return flow.Build(r.Schema, flow.Facts{Units: found.Units, Sources: found.Sources}), found
}

// rulesOf are the rules on graphs that a snippet breaks.
func rulesOf(t *testing.T, snippet string) []string {
	t.Helper()
	g, found := trace(t, snippet)
	var ids []string
	for _, d := range graph.Find(g, found.Sources) {
		ids = append(ids, d.ID)
		if len(d.Related) == 0 {
			t.Errorf("%s shows no place", d.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func TestExamplesOfFlowRules(t *testing.T) {
	for _, r := range diag.RulesOn(diag.OnAgents) {
		t.Run(r.ID, func(t *testing.T) {
			if got := rulesOf(t, r.Bad); !slices.Contains(got, r.ID) {
				t.Errorf("the failing example has %v", got)
			}
			if got := rulesOf(t, r.Good); slices.Contains(got, r.ID) {
				t.Errorf("the right example has %v", got)
			}
		})
	}
}

func edges(g *flow.Graph) string {
	var b strings.Builder
	for _, e := range g.Edges {
		maybe := ""
		if e.Maybe {
			maybe = "?"
		}
		b.WriteString(e.From + " " + e.Kind.String() + maybe + " " + e.To + "\n")
		if len(e.Places) == 0 {
			b.WriteString("  without a place\n")
		}
	}
	return b.String()
}

// TestTrace follows units through helpers, variables, lists and closures.
func TestTrace(t *testing.T) {
	for name, c := range map[string]struct{ snippet, want string }{
		"helpers": {`
	copies := func(st session.State) error { v, _ := st.Get("city"); return st.Set("plan", v) }
	tools := []tool.Tool{toolOf("copies", copies)}
	tools = append(tools, toolOf("clears", func(st session.State) error { return st.Set("checked", false) }))
	llm("one", "In {city}.", "plan", tools...)
	llm("two", "", "city")
`, `agent:one output key:plan
agent:one has prompt:one
agent:one has tool:copies
agent:one has tool:clears
agent:two output key:city
key:city prompt prompt:one
key:city read tool:copies
tool:clears write key:checked
tool:copies write key:plan
`},
		"one helper, two callbacks": {`
	agentWith(setter("done", true))
	agentWith(setter("checked", true))
`, `agent:worker has callback:worker before agent
callback:worker before agent write key:checked
callback:worker before agent write key:done
`},
		"not seen": {`
	var given []agent.Agent
	fmt.Sscan("", &given)
	more := map[string]agent.Agent{}
	sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: "all", SubAgents: []agent.Agent{more["x"]}}})
	st.Set(fmt.Sprint("seat_", len(given)), "1A")
	var key string
	fmt.Sscan("", &key)
	st.Get(key)
`, `agent:all has? unseen:
host:a.example write? unseen:
unseen: read? host:a.example
`},
		"instructions of which a part is not seen": {`
	var given string
	fmt.Sscan("", &given)
	must(llmagent.New(llmagent.Config{Name: "one", Instruction: fmt.Sprintf("In {city}, %s.", given)}))
	must(llmagent.New(llmagent.Config{Name: "two", Instruction: "In {plan?}: " + given}))
	llm("three", given, "")
`, `agent:one has prompt:one
agent:three has prompt:three
agent:two has prompt:two
key:city prompt prompt:one
key:plan prompt prompt:two
unseen: prompt? prompt:one
unseen: prompt? prompt:three
unseen: prompt? prompt:two
`},
		"tools of other frameworks": {`
	inferred("book_city", book)
	utils.NewTool(&einoschema.ToolInfo{Name: "plan_trip"}, planned)
	function.NewFunctionTool(func(ctx context.Context, seen bool) (bool, error) {
		adk.AddSessionValue(ctx, "checked", seen)
		return seen, nil
	}, function.WithDescription("Checks."), function.WithName("check_trip"))
`, `tool:book_city write key:city
tool:check_trip write key:checked
tool:plan_trip write key:plan
`},
		"sets of tools": {`
	var given []tool.Toolset
	fmt.Sscan("", &given)
	remote := must(mcptoolset.New(mcptoolset.Config{}))
	must(llmagent.New(llmagent.Config{Name: "one", Toolsets: []tool.Toolset{tool.FilterToolset(remote, nil)}}))
	must(llmagent.New(llmagent.Config{Name: "two", Toolsets: given}))
`, `agent:one has tool:mcptoolset
agent:two has? unseen:
`},
		"a closure that makes agents": {`
	side := func(name, key string) agent.Agent { return llm(name, "", "seat_"+key) }
	both := []agent.Agent{side("left", "1"), side("right", "x")}
	parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{Name: "both", SubAgents: both}})
`, `agent:both sub-agent agent:left
agent:both sub-agent agent:right
agent:left output key:seat_{n}
agent:right output key:seat_{n}
`},
		"a closure that makes nodes": {`
	make := func(name string) workflow.Node {
		return workflow.NewFunctionNode(name, func(ctx agent.Context, in any) (string, error) { return "", ctx.State().Set("seat_"+name, "x") }, workflow.NodeConfig{})
	}
	workflowagent.New(workflowagent.Config{Name: "flow", Edges: workflow.Chain(make("one"), make("two"))})
`, `agent:flow has callback:one
agent:flow has callback:two
callback:one write key:seat_{n}
callback:one next callback:two
callback:two write key:seat_{n}
`},
		"two keys made of one text": {`
	side := func(name, suffix string) agent.Agent {
		return must(llmagent.New(llmagent.Config{Name: name, OutputKey: "pla" + suffix, Tools: []tool.Tool{toolOf("t", func(st session.State) error { return nil })}}))
	}
	side("one", "n")
`, `agent:one output key:plan
agent:one has tool:t
`},
		"a workflow as chains and edges": {`
	first, second, third := node("first", "city"), node("second", "plan"), node("third", "done")
	said := must(workflow.NewAgentNode(llm("sayer", "", "plan"), workflow.NodeConfig{}))
	join := workflow.NewJoinNode("join")
	fan := append(workflow.Chain(workflow.Start, first, second, join), workflow.Chain(first, third, join)...)
	edges := workflow.Concat(fan, workflow.Chain(join, said), workflow.Edge{From: said, To: node("last", "checked")})
	workflowagent.New(workflowagent.Config{Name: "flow", Edges: edges})
`, `agent:flow has callback:first
agent:flow has callback:second
agent:flow has callback:join
agent:flow has callback:third
agent:flow sub-agent agent:sayer
agent:flow has callback:last
agent:sayer output key:plan
agent:sayer next callback:last
callback:first write key:city
callback:first next callback:second
callback:first next callback:third
callback:join next agent:sayer
callback:last write key:checked
callback:second write key:plan
callback:second next callback:join
callback:third write key:done
callback:third next callback:join
`},
		"workers, nested workflows, tools and state": {`
	type params struct {
		City string ` + "`state:\"city\"`" + `
		Plan any    ` + "`state:\"node_input\"`" + `
	}
	asks := must(workflow.NewFunctionNodeFromState("asks", func(ctx agent.InvocationContext, p params) (string, error) { return p.City, nil }, workflow.NodeConfig{}))
	inner := must(workflow.NewWorkflowNode("inner", workflow.Chain(workflow.Start, asks)))
	worker := must(workflow.NewParallelWorker("workers", node("one", "plan"), 2, workflow.NodeConfig{}))
	sets := must(workflow.NewNamedToolNode("again", toolOf("sets", func(st session.State) error { return st.Set("done", true) }), workflow.NodeConfig{}))
	edges := append(workflow.Chain(workflow.Start, inner, worker), workflow.Edge{From: worker, To: sets})
	workflowagent.New(workflowagent.Config{Name: "flow", Edges: edges})
`, `agent:flow sub-agent agent:inner
agent:flow has callback:one
agent:flow has tool:sets
agent:inner has callback:asks
agent:inner next callback:one
callback:one write key:plan
callback:one next tool:sets
key:city read callback:asks
tool:sets write key:done
`},
		"a workflow that can't be seen": {`
	var given []workflow.Node
	fmt.Sscan("", &given)
	b := workflow.NewEdgeBuilder()
	func(b *workflow.EdgeBuilder) { b.Add(given[0], given[1]) }(b)
	fmt.Println(b)
	workflowagent.New(workflowagent.Config{Name: "one", Edges: workflow.Chain(given...)})
	workflowagent.New(workflowagent.Config{Name: "two", Edges: workflow.Chain(workflow.Start, given[0])})
	workflowagent.New(workflowagent.Config{Name: "three", Edges: b.Build()})
`, `agent:one has? unseen:
agent:three has? unseen:
agent:two has? unseen:
`},
		"a plugin": {`
	must(plugin.New(plugin.Config{
		Name: "watcher",
		BeforeAgentCallback: setter("done", true),
		OnEventCallback: func(ctx agent.InvocationContext, e *session.Event) (*session.Event, error) {
			e.Actions.StateDelta["city"] = e.ID
			return e, nil
		},
	}))
`, `callback:plugin watcher before agent write key:done
callback:plugin watcher on event write key:city
`},
	} {
		t.Run(name, func(t *testing.T) {
			g, _ := trace(t, c.snippet)
			if got := edges(g); got != c.want {
				t.Errorf("got:\n%swant:\n%s", got, c.want)
			}
		})
	}
}
