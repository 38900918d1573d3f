// Package session is as much of ADK's package as services need,
// with the same signatures.
package session

import (
	"context"
	"errors"
	"iter"
	"time"

	"google.golang.org/adk/v2/model"
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

	ID                 string       `json:"id"`
	Timestamp          time.Time    `json:"timestamp"`
	InvocationID       string       `json:"invocationId"`
	Branch             string       `json:"branch,omitempty"`
	Author             string       `json:"author"`
	Actions            EventActions `json:"actions"`
	LongRunningToolIDs []string     `json:"longRunningToolIds,omitempty"`
	Output             any          `json:"output,omitempty"`
}

type EventActions struct {
	StateDelta        map[string]any   `json:"stateDelta"`
	ArtifactDelta     map[string]int64 `json:"artifactDelta"`
	SkipSummarization bool             `json:"skipSummarization,omitempty"`
	TransferToAgent   string           `json:"transferToAgent,omitempty"`
	Escalate          bool             `json:"escalate,omitempty"`
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
