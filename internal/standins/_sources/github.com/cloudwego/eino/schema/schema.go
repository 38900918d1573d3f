// Package schema stands in for github.com/cloudwego/eino/schema v0.7.36.
package schema

import "context"

type RoleType string

const (
	Assistant RoleType = "assistant"
	User      RoleType = "user"
	System    RoleType = "system"
	Tool      RoleType = "tool"
)

type FormatType uint8

const (
	FString    FormatType = 0
	GoTemplate FormatType = 1
	Jinja2     FormatType = 2
)

type FunctionCall struct{ Name, Arguments string }

type ToolCall struct {
	ID, Type string
	Function FunctionCall
	Extra    map[string]any
}

type Message struct {
	Role                                RoleType
	Content, Name, ToolCallID, ToolName string
	ReasoningContent                    string
	ToolCalls                           []ToolCall
	Extra                               map[string]any
}

type MessagesTemplate interface {
	Format(ctx context.Context, vs map[string]any, formatType FormatType) ([]*Message, error)
}

func (m *Message) Format(ctx context.Context, vs map[string]any, formatType FormatType) ([]*Message, error) {
	return nil, nil
}

type ToolMessageOption func()

func SystemMessage(content string) *Message                          { return nil }
func UserMessage(content string) *Message                            { return nil }
func AssistantMessage(content string, toolCalls []ToolCall) *Message { return nil }
func ToolMessage(content, toolCallID string, opts ...ToolMessageOption) *Message {
	return nil
}
func MessagesPlaceholder(key string, optional bool) MessagesTemplate { return nil }

type StreamReader[T any] struct{}

func (sr *StreamReader[T]) Recv() (chunk T, err error) { return chunk, nil }
func (sr *StreamReader[T]) Close()                     {}

type ParamsOneOf struct{}

type ParameterInfo struct {
	Type, Desc string
	Required   bool
}

func NewParamsOneOfByParams(params map[string]*ParameterInfo) *ParamsOneOf { return nil }

type ToolInfo struct {
	Name, Desc string
	Extra      map[string]any
	*ParamsOneOf
}

type Document struct {
	ID, Content string
	MetaData    map[string]any
}
