// Package plugin has the shapes of ADK's package that the analyzer knows.
package plugin

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
)

type Config struct {
	Name                string
	OnEventCallback     func(agent.InvocationContext, *session.Event) (*session.Event, error)
	BeforeAgentCallback agent.BeforeAgentCallback
}

type Plugin struct{}

func New(Config) (*Plugin, error) { return nil, nil }
