package adksession

import "context"

// newSessionID leaves it to the runtime to make an ID: not every version of ADK under
// this import path has a package platform.
func newSessionID(context.Context) string { return "" }
