package graph

import "context"

const StateKeyLastResponse = "last_response"

type State map[string]any

type NodeFunc func(ctx context.Context, state State) (any, error)

type Command struct {
	Update State
	GoTo   string
}

type StateGraph struct{}

func (sg *StateGraph) AddNode(id string, function NodeFunc) *StateGraph { return sg }

func (sg *StateGraph) AddLLMNode(id string, model any, instruction string, tools map[string]any) *StateGraph {
	return sg
}
