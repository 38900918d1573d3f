// Package mcptoolset has the shapes of ADK's package that the analyzer knows.
package mcptoolset

import "google.golang.org/adk/v2/tool"

type Config struct{}

func New(cfg Config) (tool.Toolset, error) { return nil, nil }
