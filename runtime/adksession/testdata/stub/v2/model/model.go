// Package model is as much of ADK's package as sessions need, with the same
// fields.
package model

import "google.golang.org/genai"

type LLMResponse struct {
	Content        *genai.Content `json:"content,omitempty"`
	CustomMetadata map[string]any `json:"customMetadata,omitempty"`
	ModelVersion   string         `json:"modelVersion,omitempty"`
	Partial        bool           `json:"partial,omitempty"`
	TurnComplete   bool           `json:"turnComplete,omitempty"`
	ErrorCode      string         `json:"errorCode,omitempty"`
	ErrorMessage   string         `json:"errorMessage,omitempty"`
	AvgLogprobs    float64        `json:"avgLogprobs,omitempty"`
}
