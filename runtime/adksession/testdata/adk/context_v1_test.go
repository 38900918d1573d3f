//adk:only v1

package adktest

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
)

type (
	toolContext     = tool.Context
	callbackContext = agent.CallbackContext
)
