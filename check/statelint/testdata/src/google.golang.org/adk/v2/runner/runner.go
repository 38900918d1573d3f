// Package runner has the shapes of ADK's package that the analyzer knows.
package runner

type RunOption func()

func WithStateDelta(delta map[string]any) RunOption { return nil }
