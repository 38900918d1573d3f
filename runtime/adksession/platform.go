package adksession

import (
	"context"

	"google.golang.org/adk/v2/platform"
)

// newSessionID returns an ID for a session that was given none. A program may have
// put its own source of IDs into ctx.
func newSessionID(ctx context.Context) string { return platform.NewUUID(ctx) }
