// Package compose stands in for github.com/cloudwego/eino/compose v0.7.36.
package compose

import (
	"context"

	"github.com/cloudwego/eino/components/tool"
)

const (
	START = "start"
	END   = "end"
)

type (
	Option               struct{}
	NewGraphOption       func()
	GraphAddNodeOpt      func()
	GraphCompileOption   func()
	Lambda               struct{}
	GraphBranch          struct{}
	Graph[I, O any]      struct{}
	GenLocalState[S any] func(ctx context.Context) (state S)
)

type ToolsNodeConfig struct{ Tools []tool.BaseTool }

type Runnable[I, O any] interface {
	Invoke(ctx context.Context, input I, opts ...Option) (output O, err error)
}

func NewGraph[I, O any](opts ...NewGraphOption) *Graph[I, O] { return nil }

func (g *Graph[I, O]) AddLambdaNode(key string, node *Lambda, opts ...GraphAddNodeOpt) error {
	return nil
}
func (g *Graph[I, O]) AddEdge(startNode, endNode string) error               { return nil }
func (g *Graph[I, O]) AddBranch(startNode string, branch *GraphBranch) error { return nil }
func (g *Graph[I, O]) Compile(ctx context.Context, opts ...GraphCompileOption) (Runnable[I, O], error) {
	return nil, nil
}

func InvokableLambda[I, O any](i func(ctx context.Context, input I) (output O, err error)) *Lambda {
	return nil
}

func NewGraphBranch[T any](condition func(ctx context.Context, in T) (endNode string, err error), endNodes map[string]bool) *GraphBranch {
	return nil
}

func WithGenLocalState[S any](gls GenLocalState[S]) NewGraphOption { return nil }

func WithStatePreHandler[I, S any](pre func(ctx context.Context, in I, state S) (I, error)) GraphAddNodeOpt {
	return nil
}

func WithStatePostHandler[O, S any](post func(ctx context.Context, out O, state S) (O, error)) GraphAddNodeOpt {
	return nil
}

func ProcessState[S any](ctx context.Context, handler func(context.Context, S) error) error {
	return nil
}
