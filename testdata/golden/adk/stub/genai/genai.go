// Package genai is as much of the package of that name as generated code
// needs.
package genai

type Content struct{}
