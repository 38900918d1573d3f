// Package runner has the shapes of ADK's package that the analyzer knows.
package runner

import (
	"context"
	"iter"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/session"
)

type Config struct {
	AppName           string
	Agent             agent.Agent
	SessionService    session.Service
	PluginConfig      PluginConfig
	AutoCreateSession bool
}

type PluginConfig struct{ Plugins []*plugin.Plugin }

type Runner struct{}

func New(Config) (*Runner, error) { return nil, nil }

func NewInMemory(string, agent.Agent) (*Runner, error) { return nil, nil }

func (r *Runner) Run(context.Context, string, string, any, agent.RunConfig, ...RunOption) iter.Seq2[*session.Event, error] {
	return nil
}

type RunOption func()

func WithStateDelta(delta map[string]any) RunOption { return nil }
