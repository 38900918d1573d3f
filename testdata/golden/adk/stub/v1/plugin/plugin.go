// Package plugin is as much of ADK's package as generated code needs, with the
// same signatures.
package plugin

import (
	"google.golang.org/adk/agent"
	"google.golang.org/adk/session"
)

type OnEventCallback func(agent.InvocationContext, *session.Event) (*session.Event, error)

type Config struct {
	Name            string
	OnEventCallback OnEventCallback
}

type Plugin struct{ config Config }

func New(cfg Config) (*Plugin, error) { return &Plugin{cfg}, nil }

func (p *Plugin) OnEventCallback() OnEventCallback { return p.config.OnEventCallback }
