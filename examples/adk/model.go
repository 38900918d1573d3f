package main

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strings"

	"google.golang.org/adk/v2/model"
	"google.golang.org/genai"
)

// script stands in for a language model: it gets what a model gets, and knows nothing else.
// A real one takes its place in newRestaurant.
type script func(*model.LLMRequest) *genai.Content

func (script) Name() string { return "script" }

func (s script) GenerateContent(_ context.Context, r *model.LLMRequest, _ bool) iter.Seq2[*model.LLMResponse, error] {
	return func(yield func(*model.LLMResponse, error) bool) {
		yield(&model.LLMResponse{Content: s(r)}, nil)
	}
}

// takeOrders calls the tool for all dishes that the guest has just named, in one turn.
func takeOrders(r *model.LLMRequest) *genai.Content {
	last := r.Contents[len(r.Contents)-1]
	calls := &genai.Content{Role: genai.RoleModel}
	for _, dish := range slices.Sorted(maps.Keys(menu)) {
		if strings.Contains(last.Parts[0].Text, dish) {
			calls.Parts = append(calls.Parts, genai.NewPartFromFunctionCall("order_dish", map[string]any{"dish": dish}))
		}
	}
	if len(calls.Parts) > 0 {
		return calls
	}
	return genai.NewContentFromText("Coming right up.", genai.RoleModel)
}

// sayBill says what its instruction asks for, in which the state stands.
func sayBill(r *model.LLMRequest) *genai.Content {
	for _, part := range r.Config.SystemInstruction.Parts {
		if _, said, ok := strings.Cut(part.Text, "Say to the guest: "); ok {
			said, _, _ = strings.Cut(said, "\n")
			return genai.NewContentFromText(said, genai.RoleModel)
		}
	}
	return genai.NewContentFromText("Nobody told me what to say.", genai.RoleModel)
}
