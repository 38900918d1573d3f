package main

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime"
)

// A Model answers for an agent, as the client of a language model does. To put
// a real one behind the agents, implement this and pass it to newAgency.
type Model interface {
	// Generate returns the next thing the agent says: text, or calls of
	// some of the request's tools. It may be called concurrently.
	Generate(ctx context.Context, req Request) (*runtime.Content, error)
}

// A Request is all that a model is told. In particular it does not hold the
// state: what an agent needs to know of it is in the instruction.
type Request struct {
	Instruction string             // the prompt, with the state's values filled in
	History     []*runtime.Content // of this conversation, oldest first
	Tools       []Declaration      // what may be called
}

// A Declaration tells a model about a tool. All parameters are required
// strings, which is enough for this program.
type Declaration struct {
	Name        string
	Description string
	Parameters  []Parameter
}

// A Parameter is one argument of a tool.
type Parameter struct{ Name, Description string }

// The roles of a content, in the words of the model APIs.
const (
	roleUser  = "user"
	roleModel = "model"
)
