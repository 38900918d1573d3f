// Package full has the shapes of ADK's package that the analyzer knows.
package full

import "google.golang.org/adk/v2/cmd/launcher"

func NewLauncher() launcher.Launcher { return nil }
