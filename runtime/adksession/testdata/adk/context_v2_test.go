//adk:only v2

package adktest

import "google.golang.org/adk/v2/agent"

type (
	toolContext     = agent.Context
	callbackContext = agent.Context
)
