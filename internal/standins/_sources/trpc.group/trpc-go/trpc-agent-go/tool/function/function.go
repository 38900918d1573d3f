// Package function has the shapes of tRPC-Agent-Go's package that the analyzer knows.
package function

import "context"

type FunctionTool[I, O any] struct{}

type Option func()

func WithName(name string) Option               { return nil }
func WithDescription(description string) Option { return nil }

func NewFunctionTool[I, O any](fn func(context.Context, I) (O, error), opts ...Option) *FunctionTool[I, O] {
	return nil
}
