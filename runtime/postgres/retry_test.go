package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/seed92179c4c/stategen/runtime"
)

func TestErrorKinds(t *testing.T) {
	code := func(code string) error { return fmt.Errorf("append: %w", &pgconn.PgError{Code: code}) }
	for _, test := range []struct {
		err                     error
		victim, lost, undecided bool
	}{
		{err: code("40001"), victim: true},
		{err: code("40P01"), victim: true},
		{err: code("57P01"), lost: true}, // ended by an administrator
		{err: code("57P03"), lost: true}, // starting up
		{err: code("08006"), lost: true},
		{err: code("53300"), lost: true},      // too many connections
		{err: code("23505"), undecided: true}, // unique violation
		{err: code("22P02"), undecided: true}, // no number
		{err: code("22003"), undecided: true}, // out of range
		{err: code("57014")},                  // statement timeout
		{err: code("57P04")},                  // database dropped
		{err: code("42P01")},                  // no such table
		{err: code("53100")},                  // disk full
		{err: io.EOF, lost: true},
		{err: fmt.Errorf("read: %w", io.ErrUnexpectedEOF), lost: true},
		{err: &net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, lost: true},
		{err: runtime.ErrSessionNotFound},
		{err: nil},
	} {
		if got := isVictim(test.err); got != test.victim {
			t.Errorf("isVictim(%v) = %t", test.err, got)
		}
		if got := isLost(test.err); got != test.lost {
			t.Errorf("isLost(%v) = %t", test.err, got)
		}
		if got := isUndecided(test.err); got != test.undecided {
			t.Errorf("isUndecided(%v) = %t", test.err, got)
		}
	}
}

func TestTryGivesUpWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	err := (&database{}).try(ctx, func() error {
		if calls++; calls == 3 {
			cancel()
		}
		return &pgconn.PgError{Code: "40001"}
	})
	if !errors.Is(err, context.Canceled) || calls != 3 {
		t.Errorf("got error %v after %d calls", err, calls)
	}
}
