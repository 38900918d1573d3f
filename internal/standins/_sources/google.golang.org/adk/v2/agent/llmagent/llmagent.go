// Package llmagent has the shapes of ADK's package that the analyzer knows.
package llmagent

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
)

type InstructionProvider func(agent.ReadonlyContext) (string, error)

type Config struct {
	Name                string
	Description         string
	Instruction         string
	InstructionProvider InstructionProvider
	GlobalInstruction   string
	OutputKey           string
	SubAgents           []agent.Agent
	Tools               []tool.Tool
	Toolsets            []tool.Toolset

	BeforeAgentCallbacks []agent.BeforeAgentCallback
}

func New(cfg Config) (agent.Agent, error) { return nil, nil }
