// Package session is as much of ADK's package as services need,
// with the same signatures.
package session

import (
	"context"
	"errors"
	"iter"
	"time"

	"google.golang.org/adk/model"
)

const KeyPrefixTemp string = "temp:"

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
	LastUpdateTime() time.Time
}

type Events interface {
	All() iter.Seq[*Event]
	Len() int
	At(i int) *Event
}

type Event struct {
	model.LLMResponse

	ID                 string
	Timestamp          time.Time
	InvocationID       string
	Branch             string
	Author             string
	Actions            EventActions
	LongRunningToolIDs []string
}

type EventActions struct {
	StateDelta        map[string]any
	ArtifactDelta     map[string]int64
	SkipSummarization bool
	TransferToAgent   string
	Escalate          bool
}

type Service interface {
	Create(context.Context, *CreateRequest) (*CreateResponse, error)
	Get(context.Context, *GetRequest) (*GetResponse, error)
	List(context.Context, *ListRequest) (*ListResponse, error)
	Delete(context.Context, *DeleteRequest) error
	AppendEvent(context.Context, Session, *Event) error
}

type CreateRequest struct {
	AppName   string
	UserID    string
	SessionID string
	State     map[string]any
}

type CreateResponse struct{ Session Session }

type GetRequest struct {
	AppName         string
	UserID          string
	SessionID       string
	NumRecentEvents int
	After           time.Time
}

type GetResponse struct{ Session Session }

type ListRequest struct {
	AppName string
	UserID  string
}

type ListResponse struct{ Sessions []Session }

type DeleteRequest struct {
	AppName   string
	UserID    string
	SessionID string
}
