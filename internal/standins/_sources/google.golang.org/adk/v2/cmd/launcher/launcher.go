// Package launcher has the shapes of ADK's package that the analyzer knows.
package launcher

import (
	"context"

	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
)

type Config struct {
	SessionService session.Service
	PluginConfig   runner.PluginConfig
}

type Launcher interface {
	Execute(ctx context.Context, config *Config, args []string) error
}
