// Package workflow has the shapes of ADK's package that the analyzer knows.
package workflow

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
)

type Node interface{ Name() string }

type (
	Route      interface{}
	NodeConfig struct{}
	Edge       struct {
		From, To Node
		Route    Route
	}
	EdgeBuilder struct{ edges []Edge }
)

var Start Node

func NewEdgeBuilder() *EdgeBuilder                                              { return nil }
func (b *EdgeBuilder) Add(from, to Node) *EdgeBuilder                           { return b }
func (b *EdgeBuilder) AddRoute(from, to Node, route Route) *EdgeBuilder         { return b }
func (b *EdgeBuilder) AddFanOut(from Node, to ...Node) *EdgeBuilder             { return b }
func (b *EdgeBuilder) AddFanIn(to Node, from ...Node) *EdgeBuilder              { return b }
func (b *EdgeBuilder) AddRoutes(from Node, routes map[string]Node) *EdgeBuilder { return b }
func (b *EdgeBuilder) Build() []Edge                                            { return b.edges }

func Chain(nodes ...Node) []Edge { return nil }
func Concat(items ...any) []Edge { return nil }

func NewFunctionNode[In, Out any](name string, fn func(agent.Context, In) (Out, error), cfg NodeConfig) Node {
	return nil
}

func NewEmittingFunctionNode[In, Out any](name string, fn func(agent.Context, In, func(*session.Event) error) (Out, error), cfg NodeConfig) Node {
	return nil
}

func NewDynamicNode[In, Out any](name string, fn func(agent.Context, In, func(*session.Event) error) (Out, error), cfg NodeConfig) Node {
	return nil
}

func NewFunctionNodeFromState[Params, Out any](name string, fn func(agent.InvocationContext, Params) (Out, error), cfg NodeConfig) (Node, error) {
	return nil, nil
}

func NewAgentNode(a agent.Agent, cfg NodeConfig) (Node, error)                { return nil, nil }
func NewToolNode(t tool.Tool, cfg NodeConfig) (Node, error)                   { return nil, nil }
func NewNamedToolNode(name string, t tool.Tool, cfg NodeConfig) (Node, error) { return nil, nil }
func NewJoinNode(name string) Node                                            { return nil }
func NewWorkflowNode(name string, edges []Edge) (Node, error)                 { return nil, nil }
func NewParallelWorker(name string, wrapped Node, most int, cfg NodeConfig) (Node, error) {
	return nil, nil
}
