package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
)

// StandIn plays the language model, so that the program runs anywhere and says
// the same in each run. Like a real model it knows its Request and nothing
// else: it reads its role and its facts from the instruction, and from the history
// what was said and what the tools have answered. It has no state.
type StandIn struct{}

// roles are what the StandIn can play, by the title of the instruction.
var roles = map[string]func(scene) reply{
	"Front desk":    playFrontDesk,
	"Search":        playSearch,
	"Window scout":  playWindowScout,
	"Legroom scout": playLegroomScout,
	"Seat desk":     playSeatDesk,
	"Payment":       playPayment,
}

// Generate plays the role that the instruction describes. Asked for a role it
// has not learnt, it returns an error.
func (StandIn) Generate(_ context.Context, req Request) (*runtime.Content, error) {
	s := readScene(req)
	play, ok := roles[s.title]
	if !ok {
		return nil, fmt.Errorf("the stand-in model has no role for an instruction titled %q", s.title)
	}
	return play(s).offering(req.Tools).content(), nil
}

// A reply is text, or calls of tools.
type reply struct {
	text  string
	calls []runtime.FunctionCall
}

func say(format string, args ...any) reply { return reply{text: fmt.Sprintf(format, args...)} }

// call makes a reply that calls one tool; the arguments are pairs of name and
// value.
func call(tool string, args ...string) reply { return reply{}.and(tool, args...) }

// and adds one more call.
func (r reply) and(tool string, args ...string) reply {
	named := make(map[string]any, len(args)/2)
	for pair := range slices.Chunk(args, 2) {
		named[pair[0]] = pair[1]
	}
	r.calls = append(r.calls, runtime.FunctionCall{Name: tool, Args: named})
	return r
}

// offering returns the reply if all the tools it calls are offered; a model
// can't call others.
func (r reply) offering(tools []Declaration) reply {
	for _, c := range r.calls {
		if !slices.ContainsFunc(tools, func(d Declaration) bool { return d.Name == c.Name }) {
			return say("I would need a tool named %s for that.", c.Name)
		}
	}
	return r
}

func (r reply) content() *runtime.Content {
	c := &runtime.Content{Role: roleModel}
	if r.text != "" {
		c.Parts = append(c.Parts, runtime.Part{Text: r.text})
	}
	for i := range r.calls {
		c.Parts = append(c.Parts, runtime.Part{FunctionCall: &r.calls[i]})
	}
	return c
}
