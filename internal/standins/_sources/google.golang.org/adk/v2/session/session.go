// Package session has the shapes of ADK's package that the analyzer knows.
package session

import (
	"context"
	"errors"
	"iter"
)

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
	Events() Events
}

type Events interface {
	All() iter.Seq[*Event]
	Len() int
	At(int) *Event
}

type EventActions struct {
	StateDelta    map[string]any
	ArtifactDelta map[string]int64

	SkipSummarization, Escalate bool
	TransferToAgent             string
}

type Event struct {
	ID, InvocationID, Branch, Author string
	Actions                          EventActions
}

func NewEvent(string) *Event { return nil }

func NewEventWithContext(context.Context, string) *Event { return nil }

type CreateRequest struct {
	AppName, UserID, SessionID string
	State                      map[string]any
}

type CreateResponse struct{ Session Session }

type GetRequest struct{ AppName, UserID, SessionID string }

type GetResponse struct{ Session Session }

type ListRequest struct{ AppName, UserID string }

type ListResponse struct{ Sessions []Session }

type DeleteRequest struct{ AppName, UserID, SessionID string }

func InMemoryService() Service { return nil }

type Service interface {
	Create(context.Context, *CreateRequest) (*CreateResponse, error)
	Get(context.Context, *GetRequest) (*GetResponse, error)
	List(context.Context, *ListRequest) (*ListResponse, error)
	AppendEvent(context.Context, Session, *Event) error
}

const (
	KeyPrefixApp  string = "app:"
	KeyPrefixTemp string = "temp:"
	KeyPrefixUser string = "user:"
)
