package graph

const StateKeyLastResponse = "last_response"

type State map[string]any

type StateGraph struct{}

func (sg *StateGraph) AddLLMNode(id string, model any, instruction string, tools map[string]any) *StateGraph {
	return sg
}
