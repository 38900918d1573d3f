// Package deep stands in for github.com/cloudwego/eino/adk/prebuilt/deep v0.7.36.
package deep

import (
	"context"

	"github.com/cloudwego/eino/adk"
)

const SessionKeyTodos = "deep_agent_session_key_todos"

type Config struct {
	Name, Description, Instruction, OutputKey string
	SubAgents                                 []adk.Agent
	ToolsConfig                               adk.ToolsConfig
}

func New(ctx context.Context, cfg *Config) (adk.ResumableAgent, error) { return nil, nil }
