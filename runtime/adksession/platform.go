package adksession

import (
	"context"
	"time"

	"google.golang.org/adk/v2/platform"
)

// newID returns an ID for a session or an event that was given none. A program may
// have put its own source of IDs into ctx, and its own clock.
func newID(ctx context.Context) string { return platform.NewUUID(ctx) }

func now(ctx context.Context) time.Time { return platform.Now(ctx) }
