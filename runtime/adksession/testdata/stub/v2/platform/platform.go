// Package platform is as much of ADK's package as services need, with the same
// signatures.
package platform

import (
	"context"
	"crypto/rand"
	"time"
)

func NewUUID(context.Context) string { return rand.Text() }

func Now(context.Context) time.Time { return time.Now() }
