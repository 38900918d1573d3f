package agent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/session"
)

type Invocation struct{ Session *session.Session }

type CallbackContext struct {
	context.Context
	State session.StateMap
}

type ToolContext struct{ *CallbackContext }

type RunOptions struct{ Instruction, GlobalInstruction string }

type RunOption func(*RunOptions)

func WithRuntimeState(state map[string]any) RunOption { return nil }

func WithInstruction(instruction string) RunOption { return nil }
