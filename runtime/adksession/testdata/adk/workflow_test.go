//adk:needs workflow

package adktest

import (
	"errors"
	"iter"
	"strings"
	"testing"
	"time"

	state "github.com/seed92179c4c/stategen/runtime/adksession/real/state"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagent"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/workflow"
	"google.golang.org/genai"
)

// dropping are the nodes of workflow "flow" whose writes ADK drops, by what errors say of them.
var dropping = map[string]func(t *testing.T, write writes) workflow.Node{
	`the function of workflow node "flow@1/plain@1"`: func(_ *testing.T, write writes) workflow.Node {
		return function("plain", write)
	},
	`the function of workflow node "flow@1/emitting@1"`: func(_ *testing.T, write writes) workflow.Node {
		return emitting("emitting", func(ctx agent.Context, _ emitter) error { return write(ctx) })
	},
	`the function of workflow node "flow@1/dynamic@1"`: func(_ *testing.T, write writes) workflow.Node {
		return dynamic("dynamic", write)
	},
	`the function of workflow node "flow@1/parent@1/child@1"`: func(_ *testing.T, write writes) workflow.Node {
		return dynamic("parent", func(ctx agent.Context) error {
			_, err := workflow.RunNode[string](ctx, function("child", write), "")
			return err
		})
	},
	`the function of workflow node "flow@1/nested@1/inner@1"`: func(t *testing.T, write writes) workflow.Node {
		return nested(t, function("inner", write))
	},
	`the function of workflow node "flow@1/nested@1/each@1"`: func(t *testing.T, write writes) workflow.Node {
		list := workflow.NewFunctionNode("list", func(agent.Context, any) ([]string, error) {
			return []string{"a", "b"}, nil
		}, workflow.NodeConfig{})
		each, err := workflow.NewParallelWorker("each", function("item", write), 0, workflow.NodeConfig{})
		must(t, err)
		return nested(t, list, each)
	},
	`Run of agent "own"`: func(t *testing.T, write writes) workflow.Node {
		return agentNode(t, agent.Config{Name: "own", Run: func(ctx agent.InvocationContext) yielded {
			return failed(write(agent.Promote(ctx)))
		}})
	},
}

// TestWritesInNodesAreDropped writes in each of the nodes on each service: For refuses it and
// changes nothing, and what is set past it is gone.
func TestWritesInNodesAreDropped(t *testing.T) {
	for where, node := range dropping {
		onAll(t, where, func(t *testing.T, svc session.Service) {
			runFlow(t, svc, node(t, func(ctx agent.Context) error {
				s := state.For(ctx)
				for _, err := range []error{s.SetName("Ann"), s.AddUserCounter(1), s.ClearName()} {
					if err == nil || !strings.Contains(err.Error(), "ADK drops what "+where+" writes") {
						t.Errorf("got %v", err)
					}
				}
				if n, err := s.UserCounter(); n != 1 || err != nil {
					t.Errorf("counter is %d, %v", n, err)
				}
				return ctx.State().Set("name", "raw")
			}))
			if name, ok, err := state.Of(get(t, svc, "s").State()).Name(); ok || err != nil {
				t.Errorf("ADK stores name %q, %v: For need not refuse it", name, err)
			}
		})
	}
}

// storing are nodes whose writes ADK stores.
var storing = map[string]func(t *testing.T, svc session.Service) workflow.Node{
	"an emitted event": func(*testing.T, session.Service) workflow.Node {
		return emitting("emits", func(ctx agent.Context, emit emitter) error {
			event, err := changed(ctx)
			return errors.Join(err, emit(event))
		})
	},
	"a returned event": func(t *testing.T, _ session.Service) workflow.Node { return nested(t, returning("returns")) },
	"an event of a dynamic node's child": func(*testing.T, session.Service) workflow.Node {
		return dynamic("parent", func(ctx agent.Context) error {
			_, err := workflow.RunNode[any](ctx, returning("child"), "")
			return err
		})
	},
	"AppendDelta": func(_ *testing.T, svc session.Service) workflow.Node {
		return function("appends", func(ctx agent.Context) error {
			event := session.NewEvent(ctx, ctx.InvocationID())
			event.Author = ctx.AgentName()
			return state.AppendDelta(ctx, svc, ctx.Session(), event, state.NewDelta().SetName("Ann").AddUserCounter(1))
		})
	},
	"a tool": func(t *testing.T, _ session.Service) workflow.Node {
		tool, err := functiontool.New(functiontool.Config{Name: "write", Description: "writes"},
			func(ctx agent.Context, _ struct{}) (countResult, error) { return countResult{}, change(ctx) })
		must(t, err)
		n, err := workflow.NewToolNode(tool, workflow.NodeConfig{})
		must(t, err)
		start := workflow.NewFunctionNode("args", func(agent.Context, any) (map[string]any, error) {
			return map[string]any{}, nil
		}, workflow.NodeConfig{})
		return nested(t, start, n)
	},
	"a callback": func(t *testing.T, _ session.Service) workflow.Node {
		return agentNode(t, agent.Config{
			Name: "called", Run: func(agent.InvocationContext) yielded { return failed(nil) },
			BeforeAgentCallbacks: []agent.BeforeAgentCallback{
				func(ctx agent.Context) (*genai.Content, error) { return nil, change(ctx) },
			},
		})
	},
}

// TestWritesInNodesAreStored holds that what ADK stores goes on working.
func TestWritesInNodesAreStored(t *testing.T) {
	for where, node := range storing {
		onAll(t, where, func(t *testing.T, svc session.Service) {
			runFlow(t, svc, node(t, svc))
			s := state.Of(get(t, svc, "s").State())
			if name, _, err := s.Name(); name != "Ann" || err != nil {
				t.Errorf("name is %q, %v", name, err)
			}
			if n, err := s.UserCounter(); n != 2 || err != nil {
				t.Errorf("counter is %d, %v", n, err)
			}
		})
	}
}

// TestParams fills fields from the state: check reports those of the types that fail here.
func TestParams(t *testing.T) {
	type filled struct {
		Counter float64 `state:"user:counter"`
		Step    string  `state:"step"`
	}
	for want, node := range map[string]func() (*workflow.FunctionNode, error){
		"": func() (*workflow.FunctionNode, error) { return fromState[filled]() },
		"state value": func() (*workflow.FunctionNode, error) {
			return fromState[struct {
				Counter string `state:"user:counter"`
			}]()
		},
		"cannot unmarshal": func() (*workflow.FunctionNode, error) {
			return fromState[struct {
				Wait time.Duration `state:"step"`
			}]()
		},
	} {
		onAll(t, "wants "+want, func(t *testing.T, svc session.Service) {
			n, err := node()
			must(t, err)
			err = tryFlow(t, svc, n)
			if (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func fromState[P any]() (*workflow.FunctionNode, error) {
	return workflow.NewFunctionNodeFromState("asks", func(agent.InvocationContext, P) (string, error) {
		return "done", nil
	}, workflow.NodeConfig{})
}

// onAll runs a test on each of our services and on ADK's.
func onAll(t *testing.T, name string, test func(t *testing.T, svc session.Service)) {
	t.Run(name, func(t *testing.T) {
		onEach(t, test)
		for _, rival := range []string{"memory", "sqlite"} {
			t.Run("ADK's "+rival, func(t *testing.T) { test(t, rivals[rival](t)) })
		}
	})
}

// runFlow runs a workflow of one node on a session with a counter of one.
func runFlow(t *testing.T, svc session.Service, n workflow.Node) {
	t.Helper()
	must(t, tryFlow(t, svc, n))
}

func tryFlow(t *testing.T, svc session.Service, n workflow.Node) error {
	t.Helper()
	_, err := svc.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "ann", SessionID: "s",
		State: map[string]any{"user:counter": 1, "step": "pay"}})
	must(t, err)
	flow, err := workflowagent.New(workflowagent.Config{Name: "flow", Edges: workflow.Chain(workflow.Start, n)})
	must(t, err)
	merges, err := state.Plugin()
	must(t, err)
	r, err := runner.New(runner.Config{
		AppName: "app", Agent: flow, SessionService: svc,
		PluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{merges}},
	})
	must(t, err)
	for _, err := range r.Run(t.Context(), "ann", "s", genai.NewContentFromText("Go!", "user"), agent.RunConfig{}) {
		if err != nil {
			return err
		}
	}
	return nil
}

type (
	writes  = func(agent.Context) error
	emitter = func(*session.Event) error
	yielded = iter.Seq2[*session.Event, error]
)

func change(ctx agent.Context) error {
	s := state.For(ctx)
	return errors.Join(s.SetName("Ann"), s.AddUserCounter(1))
}

func changed(ctx agent.Context) (*session.Event, error) {
	event := session.NewEvent(ctx, ctx.InvocationID())
	return event, state.SetDelta(ctx, event, state.NewDelta().SetName("Ann").AddUserCounter(1))
}

func function(name string, f writes) workflow.Node {
	return workflow.NewFunctionNode(name, func(ctx agent.Context, _ any) (string, error) {
		return "done", f(ctx)
	}, workflow.NodeConfig{})
}

func returning(name string) workflow.Node {
	return workflow.NewFunctionNode(name, func(ctx agent.Context, _ any) (*session.Event, error) {
		return changed(ctx)
	}, workflow.NodeConfig{})
}

func emitting(name string, f func(agent.Context, emitter) error) workflow.Node {
	return workflow.NewEmittingFunctionNode(name, func(ctx agent.Context, _ any, emit emitter) (string, error) {
		return "done", f(ctx, emit)
	}, workflow.NodeConfig{})
}

func dynamic(name string, f writes) workflow.Node {
	return workflow.NewDynamicNode(name, func(ctx agent.Context, _ any, _ emitter) (string, error) {
		return "done", f(ctx)
	}, workflow.NodeConfig{})
}

func nested(t *testing.T, nodes ...workflow.Node) workflow.Node {
	t.Helper()
	n, err := workflow.NewWorkflowNode("nested", workflow.Chain(append([]workflow.Node{workflow.Start}, nodes...)...))
	must(t, err)
	return n
}

func agentNode(t *testing.T, cfg agent.Config) workflow.Node {
	t.Helper()
	a, err := agent.New(cfg)
	must(t, err)
	n, err := workflow.NewAgentNode(a, workflow.NodeConfig{})
	must(t, err)
	return n
}

// failed is what an agent yields: nothing, or an error.
func failed(err error) yielded {
	return func(yield func(*session.Event, error) bool) {
		if err != nil {
			yield(nil, err)
		}
	}
}
