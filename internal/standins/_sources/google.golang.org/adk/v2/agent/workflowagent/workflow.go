// Package workflowagent has the shapes of ADK's package that the analyzer knows.
package workflowagent

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/workflow"
)

type Config struct {
	Name      string
	SubAgents []agent.Agent
	Edges     []workflow.Edge
}

func New(cfg Config) (agent.Agent, error) { return nil, nil }
