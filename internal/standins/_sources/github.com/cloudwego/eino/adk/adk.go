// Package adk stands in for github.com/cloudwego/eino/adk v0.7.36.
package adk

import "context"

type Message = *struct{ Content string }

type AgentInput struct{ Messages []Message }

type AgentRunOption struct{}

type GenModelInput func(ctx context.Context, instruction string, input *AgentInput) ([]Message, error)

// TypedChatModelAgentConfig is generic from v0.8 on.
type TypedChatModelAgentConfig[M any] struct {
	Name, Description, Instruction string
	GenModelInput                  GenModelInput
	OutputKey                      string
}

type ChatModelAgentConfig = TypedChatModelAgentConfig[Message]

func GetSessionValues(ctx context.Context) map[string]any         { return nil }
func GetSessionValue(ctx context.Context, key string) (any, bool) { return nil, false }
func AddSessionValue(ctx context.Context, key string, value any)  {}
func AddSessionValues(ctx context.Context, kvs map[string]any)    {}
func WithSessionValues(v map[string]any) AgentRunOption           { return AgentRunOption{} }
