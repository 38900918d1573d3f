// Package tool has the shapes of ADK's package that the analyzer knows.
package tool

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
)

type Context interface {
	agent.CallbackContext
	FunctionCallID() string
	Actions() *session.EventActions
}

type Tool interface{ Name() string }

type Toolset interface{ Name() string }

type Predicate func(Tool) bool

func FilterToolset(toolset Toolset, predicate Predicate) Toolset { return nil }
