// Package llmagent has the shapes of ADK's package that the analyzer knows.
package llmagent

import "google.golang.org/adk/v2/agent"

type InstructionProvider func(agent.ReadonlyContext) (string, error)

type Config struct {
	Name                string
	Description         string
	Instruction         string
	InstructionProvider InstructionProvider
	GlobalInstruction   string
	OutputKey           string
}

func New(cfg Config) (agent.Agent, error) { return nil, nil }
