// Package plugin is as much of ADK's package as generated code needs, with the
// same signatures.
package plugin

import (
	"google.golang.org/genai"

	"google.golang.org/adk/agent"
	"google.golang.org/adk/session"
)

type Config struct {
	Name              string
	OnEventCallback   OnEventCallback
	BeforeRunCallback BeforeRunCallback
	AfterRunCallback  AfterRunCallback
}

type Plugin struct{ config Config }

func New(cfg Config) (*Plugin, error) { return &Plugin{cfg}, nil }

func (p *Plugin) BeforeRunCallback() BeforeRunCallback { return p.config.BeforeRunCallback }
func (p *Plugin) AfterRunCallback() AfterRunCallback   { return p.config.AfterRunCallback }
func (p *Plugin) OnEventCallback() OnEventCallback     { return p.config.OnEventCallback }

type (
	BeforeRunCallback func(agent.InvocationContext) (*genai.Content, error)
	AfterRunCallback  func(agent.InvocationContext)
	OnEventCallback   func(agent.InvocationContext, *session.Event) (*session.Event, error)
)
