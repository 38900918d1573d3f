package adksession

import (
	"context"
	"crypto/rand"
	"time"
)

// newID returns an ID for a session or an event that was given none. Not every version
// of ADK under this import path has a package platform.
func newID(context.Context) string { return rand.Text() }

func now(context.Context) time.Time { return time.Now() }
