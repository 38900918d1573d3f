// Package adkrest has the shapes of ADK's package that the analyzer knows.
package adkrest

import (
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
)

type ServerConfig struct {
	SessionService session.Service
	PluginConfig   runner.PluginConfig
}

type Server struct{}

func NewServer(ServerConfig) (*Server, error) { return nil, nil }
