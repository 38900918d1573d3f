//adk:needs tool/loadmemorytool

package adktest

import (
	"context"
	"iter"
	"strings"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/agent/workflowagents/parallelagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/artifact"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/exitlooptool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/toolconfirmation"
	"google.golang.org/genai"
)

// scripted is a model whose answers follow from what it is asked.
type scripted func(r *model.LLMRequest) *genai.Content

func (s scripted) Name() string { return "scripted" }

func (s scripted) GenerateContent(_ context.Context, r *model.LLMRequest, _ bool) iter.Seq2[*model.LLMResponse, error] {
	return func(yield func(*model.LLMResponse, error) bool) {
		yield(&model.LLMResponse{Content: s(r), FinishReason: genai.FinishReasonStop, ModelVersion: "scripted-1", AvgLogprobs: -0.5}, nil)
	}
}

func says(text string) *genai.Content { return genai.NewContentFromText(text, genai.RoleModel) }

// calls is a content that calls tools, each with an ID of its own.
func calls(all ...*genai.FunctionCall) *genai.Content {
	c := &genai.Content{Role: genai.RoleModel}
	for _, call := range all {
		c.Parts = append(c.Parts, &genai.Part{FunctionCall: call})
	}
	return c
}

// answered reports whether the last content holds answers of tools.
func answered(r *model.LLMRequest) bool {
	last := r.Contents[len(r.Contents)-1].Parts
	return len(last) > 0 && last[len(last)-1].FunctionResponse != nil
}

func instruction(r *model.LLMRequest) string {
	var b strings.Builder
	for _, p := range r.Config.SystemInstruction.Parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

type note struct {
	Key string `json:"key"`
}

type done struct {
	Done string `json:"done"`
}

func noteTool() tool.Tool {
	return made(functiontool.New(functiontool.Config{Name: "note", Description: "notes"}, func(ctx toolContext, in note) (done, error) {
		if err := ctx.State().Set("temp:last", in.Key); err != nil {
			return done{}, err
		}
		return done{in.Key}, ctx.State().Set("note_"+in.Key, map[string]any{"by": ctx.AgentName(), "n": 1})
	}))
}

// made panics: the child that is killed has no test to fail.
func made[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// team is a sequence of an agent with an output key and a callback, of two agents at
// the same time that call two tools at once, and of a loop.
func team() agent.Agent {
	greeter := made(llmagent.New(llmagent.Config{
		Name: "greeter", OutputKey: "greeting", Instruction: "Visits so far: {user:visits}.",
		BeforeAgentCallbacks: []agent.BeforeAgentCallback{func(ctx callbackContext) (*genai.Content, error) {
			n, _ := ctx.State().Get("user:visits")
			visits, _ := n.(int)
			return nil, ctx.State().Set("user:visits", visits+1)
		}},
		Model: scripted(func(r *model.LLMRequest) *genai.Content { return says("Hello! " + instruction(r)) }),
	}))
	side := func(name string) agent.Agent {
		return made(llmagent.New(llmagent.Config{
			Name: name, OutputKey: "said_" + name, Tools: []tool.Tool{noteTool()},
			Model: scripted(func(r *model.LLMRequest) *genai.Content {
				if answered(r) {
					return says(name + " has noted.")
				}
				return calls(
					&genai.FunctionCall{ID: name + "1", Name: "note", Args: map[string]any{"key": name + "1"}},
					&genai.FunctionCall{ID: name + "2", Name: "note", Args: map[string]any{"key": name + "2"}},
				)
			}),
		}))
	}
	both := made(parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{Name: "both", SubAgents: []agent.Agent{side("left"), side("right")}}}))
	worker := made(llmagent.New(llmagent.Config{
		Name: "worker", OutputKey: "rounds", Tools: []tool.Tool{made(exitlooptool.New())},
		Model: scripted(func(r *model.LLMRequest) *genai.Content {
			if text := lastText(r); strings.HasSuffix(text, "one more round") {
				return calls(&genai.FunctionCall{ID: "exit", Name: "exit_loop", Args: map[string]any{}})
			}
			return says("one more round")
		}),
	}))
	loop := made(loopagent.New(loopagent.Config{MaxIterations: 5, AgentConfig: agent.Config{Name: "loop", SubAgents: []agent.Agent{worker}}}))
	return made(sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: "team", SubAgents: []agent.Agent{greeter, both, loop}}}))
}

// lastText is the last text that a model is shown.
func lastText(r *model.LLMRequest) string {
	last := r.Contents[len(r.Contents)-1].Parts
	return last[len(last)-1].Text
}

// desk transfers to an agent whose tool needs the user's confirmation, and saves an
// artifact.
func desk() agent.Agent {
	pay := made(functiontool.New(functiontool.Config{Name: "pay", Description: "pays", RequireConfirmation: true}, func(ctx toolContext, in note) (done, error) {
		if _, err := ctx.Artifacts().Save(ctx, "receipt.txt", genai.NewPartFromText("paid "+in.Key)); err != nil {
			return done{}, err
		}
		return done{"paid"}, ctx.State().Set("user:paid", in.Key)
	}))
	payer := made(llmagent.New(llmagent.Config{
		Name: "payer", Description: "takes payments", Tools: []tool.Tool{pay}, OutputKey: "outcome",
		Model: scripted(func(r *model.LLMRequest) *genai.Content {
			if answered(r) {
				return says("Paid.")
			}
			return calls(&genai.FunctionCall{ID: "pay1", Name: "pay", Args: map[string]any{"key": "LH400"}})
		}),
	}))
	return made(llmagent.New(llmagent.Config{
		Name: "desk", SubAgents: []agent.Agent{payer},
		Model: scripted(func(*model.LLMRequest) *genai.Content {
			return calls(&genai.FunctionCall{ID: "t1", Name: "transfer_to_agent", Args: map[string]any{"agent_name": "payer"}})
		}),
	}))
}

// conversation is a session that goes through turns.
type conversation struct {
	svc       session.Service
	artifacts artifact.Service
	root      agent.Agent
	app       string
}

// confirm answers the request for confirmation that the session ends with, if any.
func (c conversation) confirm(ctx context.Context) *genai.Content {
	got := made(c.svc.Get(ctx, &session.GetRequest{AppName: c.app, UserID: "ann", SessionID: "s"}))
	for e := range got.Session.Events().All() {
		if e.Content == nil {
			continue
		}
		for _, p := range e.Content.Parts {
			if p.FunctionCall != nil && p.FunctionCall.Name == toolconfirmation.FunctionCallName {
				answer := &genai.FunctionResponse{ID: p.FunctionCall.ID, Name: p.FunctionCall.Name, Response: map[string]any{"confirmed": true}}
				return &genai.Content{Role: genai.RoleUser, Parts: []*genai.Part{{FunctionResponse: answer}}}
			}
		}
	}
	return genai.NewContentFromText("Book it.", genai.RoleUser)
}

// turn runs the agents on a message, and returns the events.
func (c conversation) turn(ctx context.Context, message *genai.Content) ([]*session.Event, error) {
	r, err := runner.New(runner.Config{
		AppName: c.app, Agent: c.root, SessionService: c.svc, ArtifactService: c.artifacts, AutoCreateSession: true,
	})
	if err != nil {
		return nil, err
	}
	var events []*session.Event
	for e, err := range r.Run(ctx, "ann", "s", message, agent.RunConfig{}) {
		if err != nil {
			return events, err
		}
		events = append(events, e)
	}
	return events, nil
}

// play goes through some turns of both programs.
func play(ctx context.Context, svc session.Service, artifacts artifact.Service) (events []*session.Event, err error) {
	both := conversation{svc, artifacts, team(), "team"}
	for range 2 {
		more, err := both.turn(ctx, genai.NewContentFromText("Hi!", genai.RoleUser))
		if events = append(events, more...); err != nil {
			return events, err
		}
	}
	pays := conversation{svc, artifacts, desk(), "desk"}
	message := genai.NewContentFromText("Book it.", genai.RoleUser)
	for range 2 {
		more, err := pays.turn(ctx, message)
		if events = append(events, more...); err != nil {
			return events, err
		}
		message = pays.confirm(ctx)
	}
	return events, nil
}
