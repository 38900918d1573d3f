// Package agent is as much of ADK's package as generated code needs, with the
// same signatures.
package agent

import (
	"context"

	"google.golang.org/adk/session"
)

type ReadonlyContext interface {
	context.Context
	AppName() string
	UserID() string
	SessionID() string
	InvocationID() string
	ReadonlyState() session.ReadonlyState
}

type InvocationContext interface {
	context.Context
	Session() session.Session
	InvocationID() string
}

type CallbackContext interface {
	ReadonlyContext
	State() session.State
}
