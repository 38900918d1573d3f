// Package agent is as much of tRPC-Agent-Go's package as generated code needs, with the
// same signatures.
package agent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/session"
)

type Invocation struct {
	Session        *session.Session
	SessionService session.Service
}

type invocationKey struct{}

func InvocationFromContext(ctx context.Context) (*Invocation, bool) {
	i, ok := ctx.Value(invocationKey{}).(*Invocation)
	return i, ok
}

func NewInvocationContext(ctx context.Context, i *Invocation) context.Context {
	return context.WithValue(ctx, invocationKey{}, i)
}
