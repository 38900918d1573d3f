package agentfiles

import (
	"bytes"
	"path"
	"slices"

	"github.com/seed92179c4c/stategen/diag"
)

// isADKs reports whether ADK itself reads a configuration, so that its texts reach ADK
// as they are.
func isADKs(config *diag.Source) bool {
	return isRoot(config.Name) || mentions(config, "agent_class:")
}

// isRoot reports whether a configuration is that of a root agent, by its name.
func isRoot(config string) bool {
	base := path.Base(config)
	return base == "root_agent.yaml" || base == "root_agent.yml"
}

// speaksOfADK reports whether a configuration shows that a project has to do with ADK, or
// with kagent, which is made of it.
func speaksOfADK(config *diag.Source) bool {
	return isADKs(config) || mentions(config, "output_key:", "google.adk", "google/adk", "kagent.dev/")
}

func mentions(config *diag.Source, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(config.Text, []byte(word)) })
}
