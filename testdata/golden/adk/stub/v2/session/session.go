// Package session is as much of ADK's package as generated code needs, with
// the same signatures.
package session

import (
	"context"
	"errors"
	"iter"
)

const KeyPrefixTemp = "temp:"

var ErrStateKeyNotExist = errors.New("state key does not exist")

type State interface {
	Get(string) (any, error)
	Set(string, any) error
	All() iter.Seq2[string, any]
}

type ReadonlyState interface {
	Get(string) (any, error)
	All() iter.Seq2[string, any]
}

type Session interface {
	ID() string
	AppName() string
	UserID() string
	State() State
}

type Event struct {
	ID           string
	InvocationID string
	Author       string
	Partial      bool // of the embedded model.LLMResponse, in ADK
	Actions      EventActions
}

type EventActions struct{ StateDelta map[string]any }

type Service interface {
	AppendEvent(context.Context, Session, *Event) error
}
