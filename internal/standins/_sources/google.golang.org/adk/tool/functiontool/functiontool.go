// Package functiontool has the shapes of ADK's package that the analyzer knows.
package functiontool

import "google.golang.org/adk/tool"

type Config struct{ Name, Description string }

func New[In, Out any](cfg Config, handler func(tool.Context, In) (Out, error)) (tool.Tool, error) {
	return nil, nil
}
