// Package tool has the shapes of ADK's package that the analyzer knows.
package tool

import (
	"google.golang.org/adk/agent"
	"google.golang.org/adk/session"
)

type Context interface {
	agent.CallbackContext
	FunctionCallID() string
	Actions() *session.EventActions
}

type Tool interface{ Name() string }

type Toolset interface{ Name() string }
