// Package model is as much of ADK's package as sessions need, with the same
// fields.
package model

import "google.golang.org/genai"

type LLMResponse struct {
	Content        *genai.Content
	CustomMetadata map[string]any
	ModelVersion   string
	Partial        bool
	TurnComplete   bool
	ErrorCode      string
	ErrorMessage   string
	AvgLogprobs    float64
}
