package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/runtime"
)

// An Agent takes part in turns. Run returns when the agent has done its part;
// what it said and changed is in the session by then.
type Agent interface {
	Name() string
	Run(ctx context.Context, t *turn) error
}

// maxSteps keeps a model that never stops calling tools from running forever.
const maxSteps = 8

// A modelAgent lets the model speak, and does what the model asks for.
type modelAgent struct {
	name        string
	instruction func(runtime.ReadonlyState) (string, error)
	tools       []Tool
	team        []Agent // whom it may hand the traveller over to
	outputKey   string  // where its final text is kept; empty: nowhere
}

func (a *modelAgent) Name() string { return a.name }

// Run asks the model and carries out its calls until it answers with text, or
// hands over to another agent.
func (a *modelAgent) Run(ctx context.Context, t *turn) error {
	for range maxSteps {
		reply, err := a.speak(ctx, t)
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		if len(reply) == 0 {
			return nil
		}
		for _, call := range reply {
			next, err := a.act(ctx, t, call)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", a.name, call.Name, err)
			}
			if next != nil {
				return next.Run(ctx, t)
			}
		}
	}
	return fmt.Errorf("%s: no answer after %d steps", a.name, maxSteps)
}

// speak asks the model once, commits what it said, and returns its calls.
func (a *modelAgent) speak(ctx context.Context, t *turn) ([]*runtime.FunctionCall, error) {
	step := t.step(a.name)
	prompt, err := a.instruction(step)
	if err != nil {
		return nil, err
	}
	reply, err := t.model.Generate(ctx, Request{Instruction: prompt, History: t.history(), Tools: a.declarations()})
	if err != nil {
		return nil, err
	}
	calls := functionCalls(reply)
	if a.outputKey != "" && len(calls) == 0 {
		if err := step.SaveOutput(a.outputKey, reply); err != nil {
			return nil, err
		}
	}
	return calls, t.commit(ctx, step, reply)
}

// act carries out one call and commits its answer together with what the tool
// wrote. It returns the agent to continue with, if the call was a handover.
func (a *modelAgent) act(ctx context.Context, t *turn, call *runtime.FunctionCall) (Agent, error) {
	step := t.step(a.name)
	next, answer, err := a.carryOut(ctx, t, step, call)
	if err != nil {
		step.Discard()
		step, answer = t.step(a.name), Answer{"error": err.Error()}
	}
	content := &runtime.Content{Role: roleUser, Parts: []runtime.Part{{
		FunctionResponse: &runtime.FunctionResponse{ID: call.ID, Name: call.Name, Response: answer},
	}}}
	return next, t.commit(ctx, step, content)
}

func (a *modelAgent) carryOut(ctx context.Context, t *turn, step *runtime.Context, call *runtime.FunctionCall) (Agent, Answer, error) {
	if call.Name == toolTransfer {
		return a.handOver(call.Args)
	}
	i := slices.IndexFunc(a.tools, func(tool Tool) bool { return tool.Name == call.Name })
	if i < 0 {
		return nil, nil, errors.New("there is no such tool")
	}
	answer, err := a.tools[i].Run(t.desk(ctx, a.name, step), call.Args)
	return nil, answer, err
}

// toolTransfer is the call by which a model hands the traveller over.
const toolTransfer = "transfer_to_agent"

func (a *modelAgent) handOver(args Args) (Agent, Answer, error) {
	name, err := args.text("agent")
	if err != nil {
		return nil, nil, err
	}
	i := slices.IndexFunc(a.team, func(member Agent) bool { return member.Name() == name })
	if i < 0 {
		return nil, nil, fmt.Errorf("there is no agent %q", name)
	}
	return a.team[i], Answer{"agent": name}, nil
}

func (a *modelAgent) declarations() []Declaration {
	var list []Declaration
	for _, tool := range a.tools {
		list = append(list, tool.Declaration)
	}
	if len(a.team) > 0 {
		list = append(list, Declaration{
			Name:        toolTransfer,
			Description: "Hands the traveller over to a colleague, who answers instead of you.",
			Parameters:  []Parameter{{"agent", "The colleague's name."}},
		})
	}
	return list
}

func functionCalls(c *runtime.Content) []*runtime.FunctionCall {
	var calls []*runtime.FunctionCall
	for _, part := range c.Parts {
		if part.FunctionCall != nil {
			calls = append(calls, part.FunctionCall)
		}
	}
	return calls
}

// A sequence runs its agents one after the other.
type sequence struct {
	name   string
	agents []Agent
}

func (s *sequence) Name() string { return s.name }

func (s *sequence) Run(ctx context.Context, t *turn) error {
	for _, agent := range s.agents {
		if err := agent.Run(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// A parallel runs its agents at the same time, each in a branch of its own.
// They share the turn's temp state; see turn.history for what they hear.
type parallel struct {
	name   string
	agents []Agent
}

func (p *parallel) Name() string { return p.name }

func (p *parallel) Run(ctx context.Context, t *turn) error {
	errs := make([]error, len(p.agents))
	var running sync.WaitGroup
	for i, agent := range p.agents {
		running.Go(func() { errs[i] = agent.Run(ctx, t.inBranch(p.name+"."+agent.Name())) })
	}
	running.Wait()
	return errors.Join(errs...)
}
