// Package agent has the shapes of ADK's package that the analyzer knows.
package agent

import (
	"context"

	"google.golang.org/adk/v2/session"
)

type Agent interface{ Name() string }

type ReadonlyContext interface {
	context.Context
	ReadonlyState() session.ReadonlyState
}

type CallbackContext interface {
	ReadonlyContext
	State() session.State
}

type InvocationContext interface {
	context.Context
	Session() session.Session
}

type Context interface {
	CallbackContext
	Session() session.Session
	Actions() *session.EventActions
}

type RunConfig struct{ StreamingMode string }

type BeforeAgentCallback func(CallbackContext) error

type Config struct {
	Name                 string
	Description          string
	SubAgents            []Agent
	BeforeAgentCallbacks []BeforeAgentCallback
	Run                  func(InvocationContext) error
}

func New(cfg Config) (Agent, error) { return nil, nil }
