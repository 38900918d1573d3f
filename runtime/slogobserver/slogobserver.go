// Package slogobserver logs the calls of a runtime.Service with log/slog.
package slogobserver

import (
	"context"
	"log/slog"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// Options say what is logged at which level.
type Options struct {
	// Slow is the duration from which on a call is logged as a warning; 0: none is.
	Slow time.Duration
}

// New returns an observer for Service.Observed. It logs calls that succeed at Debug,
// slow ones at Warn, and failed ones at Info, but at Error if something is broken or
// takes too long. Of an error it logs the type and not the text, which may name users
// and keys: callers have that.
func New(l *slog.Logger, o Options) runtime.Observer {
	return func(ctx context.Context, c runtime.Call) {
		level := o.level(c)
		if !l.Enabled(ctx, level) {
			return
		}
		attrs := []slog.Attr{slog.String("call", c.Name), slog.String("app", c.AppName), slog.Duration("duration", c.Duration)}
		if errorType := c.ErrorType(); errorType != "" {
			attrs = append(attrs, slog.String("error", errorType))
		}
		attrs = append(attrs, o.counts(c)...)
		l.LogAttrs(ctx, level, "session store", attrs...)
	}
}

func (o Options) level(c runtime.Call) slog.Level {
	switch c.ErrorType() {
	case "other", "damaged", "timeout", "closed", "newer_tables":
		return slog.LevelError
	}
	switch {
	case o.Slow > 0 && c.Duration >= o.Slow:
		return slog.LevelWarn
	case c.Err != nil:
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

// counts returns what is more than usual.
func (o Options) counts(c runtime.Call) (attrs []slog.Attr) {
	for _, n := range []struct {
		name         string
		n, notWorthy int
	}{
		{"attempts", c.Attempts, 1}, {"conflicts", c.Conflicts, 0}, {"retries", c.Retries, 0}, {"batch", c.Batch, min(c.Batch, 1)},
		{"events", c.Events, 0}, {"delta_keys", c.DeltaKeys, 0}, {"delta_bytes", c.DeltaBytes, 0},
	} {
		if n.n != n.notWorthy {
			attrs = append(attrs, slog.Int(n.name, n.n))
		}
	}
	return attrs
}
