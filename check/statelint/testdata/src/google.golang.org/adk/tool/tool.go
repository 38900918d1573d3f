// Package tool has the shapes of ADK's package that the analyzer knows.
package tool

import "google.golang.org/adk/agent"

type Context interface {
	agent.CallbackContext
	FunctionCallID() string
}
