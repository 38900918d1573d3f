// Package sequentialagent has the shapes of ADK's package that the analyzer knows.
package sequentialagent

import "google.golang.org/adk/v2/agent"

type Config struct{ AgentConfig agent.Config }

func New(cfg Config) (agent.Agent, error) { return nil, nil }
