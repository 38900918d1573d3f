// Package plugin has the shapes of ADK's package that the analyzer knows.
package plugin

type Config struct{ Name string }

type Plugin struct{}

func New(Config) (*Plugin, error) { return nil, nil }
