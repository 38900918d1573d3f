// Package adk stands in for github.com/cloudwego/eino/adk v0.7.36.
package adk

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type Message = *schema.Message

type AgentInput struct {
	Messages        []Message
	EnableStreaming bool
}

type AgentRunOption struct{}

type GenModelInput func(ctx context.Context, instruction string, input *AgentInput) ([]Message, error)

type ToolsConfig struct {
	compose.ToolsNodeConfig
	ReturnDirectly map[string]bool
}

type AgentMiddleware struct {
	AdditionalInstruction           string
	AdditionalTools                 []tool.BaseTool
	BeforeChatModel, AfterChatModel func(context.Context, *ChatModelAgentState) error
}

type ChatModelAgentState struct{ Messages []Message }

// TypedChatModelAgentConfig is generic from v0.8 on.
type TypedChatModelAgentConfig[M any] struct {
	Name, Description, Instruction string
	Model                          model.ToolCallingChatModel
	ToolsConfig                    ToolsConfig
	GenModelInput                  GenModelInput
	Exit                           tool.BaseTool
	OutputKey                      string
	MaxIterations                  int
	Middlewares                    []AgentMiddleware
}

type ChatModelAgentConfig = TypedChatModelAgentConfig[Message]

type MessageVariant struct {
	IsStreaming   bool
	Message       Message
	MessageStream *schema.StreamReader[Message]
	Role          schema.RoleType
	ToolName      string
}

func (mv *MessageVariant) GetMessage() (Message, error) { return nil, nil }

type AgentOutput struct {
	MessageOutput    *MessageVariant
	CustomizedOutput any
}

type AgentAction struct {
	Exit             bool
	CustomizedAction any
}

type AgentEvent struct {
	AgentName string
	Output    *AgentOutput
	Action    *AgentAction
	Err       error
}

type AsyncIterator[T any] struct{}

func (ai *AsyncIterator[T]) Next() (event T, ok bool) { return event, false }

type AsyncGenerator[T any] struct{}

func (ag *AsyncGenerator[T]) Send(v T) {}
func (ag *AsyncGenerator[T]) Close()   {}

func NewAsyncIteratorPair[T any]() (*AsyncIterator[T], *AsyncGenerator[T]) { return nil, nil }

type Agent interface {
	Name(ctx context.Context) string
	Description(ctx context.Context) string
	Run(ctx context.Context, input *AgentInput, options ...AgentRunOption) *AsyncIterator[*AgentEvent]
}

type ResumableAgent interface{ Agent }

type ChatModelAgent struct{ Agent }

func NewChatModelAgent(ctx context.Context, config *ChatModelAgentConfig) (*ChatModelAgent, error) {
	return nil, nil
}

type SequentialAgentConfig struct {
	Name, Description string
	SubAgents         []Agent
}

type ParallelAgentConfig struct {
	Name, Description string
	SubAgents         []Agent
}

type LoopAgentConfig struct {
	Name, Description string
	SubAgents         []Agent
	MaxIterations     int
}

func NewSequentialAgent(ctx context.Context, config *SequentialAgentConfig) (ResumableAgent, error) {
	return nil, nil
}

func NewParallelAgent(ctx context.Context, config *ParallelAgentConfig) (ResumableAgent, error) {
	return nil, nil
}

func NewLoopAgent(ctx context.Context, config *LoopAgentConfig) (ResumableAgent, error) {
	return nil, nil
}

func SetSubAgents(ctx context.Context, agent Agent, subAgents []Agent) (ResumableAgent, error) {
	return nil, nil
}

func NewAgentTool(ctx context.Context, agent Agent) tool.BaseTool { return nil }

type RunnerConfig struct {
	Agent           Agent
	EnableStreaming bool
}

type Runner struct{}

func NewRunner(ctx context.Context, conf RunnerConfig) *Runner { return nil }

func (r *Runner) Run(ctx context.Context, messages []Message, opts ...AgentRunOption) *AsyncIterator[*AgentEvent] {
	return nil
}

func (r *Runner) Query(ctx context.Context, query string, opts ...AgentRunOption) *AsyncIterator[*AgentEvent] {
	return nil
}

func GetSessionValues(ctx context.Context) map[string]any         { return nil }
func GetSessionValue(ctx context.Context, key string) (any, bool) { return nil, false }
func AddSessionValue(ctx context.Context, key string, value any)  {}
func AddSessionValues(ctx context.Context, kvs map[string]any)    {}
func WithSessionValues(v map[string]any) AgentRunOption           { return AgentRunOption{} }
