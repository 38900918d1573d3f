// Package agent is as much of ADK's package as generated code needs, with the
// same signatures.
package agent

import (
	"context"

	"google.golang.org/adk/v2/session"
)

type ReadonlyContext interface {
	context.Context
	AppName() string
	UserID() string
	SessionID() string
	InvocationID() string
	AgentName() string
	ReadonlyState() session.ReadonlyState
}

type InvocationContext interface {
	context.Context
	Session() session.Session
	InvocationID() string
}

type Context interface {
	ReadonlyContext
	InvocationContext
	State() session.State
	Actions() *session.EventActions
	Path() string
	WithDelta(*CommonContextDelta) Context
}

type CommonContextDelta struct{}
