// Package instructionutil has the shapes of ADK's package that the analyzer knows.
package instructionutil

import "google.golang.org/adk/agent"

func InjectSessionState(ctx agent.ReadonlyContext, template string) (string, error) {
	return "", nil
}
