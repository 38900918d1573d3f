//go:build unix

package main

import (
	"context"
	"syscall"
	"testing"
)

func send(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(syscall.Getpid(), s); err != nil {
		t.Error(err)
	}
}

// TestEnds holds that a command which heeds its context ends by itself.
func TestEnds(t *testing.T) {
	code := Run(func(ctx context.Context) int {
		send(t, syscall.SIGTERM)
		<-ctx.Done()
		return 7
	})
	if code != 128+int(syscall.SIGTERM) {
		t.Errorf("exit code %d", code)
	}
	if code := Run(func(context.Context) int { return 7 }); code != 7 {
		t.Errorf("exit code %d of a command that nobody ended", code)
	}
}

// TestSecondSignal holds that one which does not is left at the second signal,
// and some time after the first.
func TestSecondSignal(t *testing.T) {
	for _, signals := range []int{1, 2} {
		never := make(chan struct{})
		defer close(never)
		code := run(func(ctx context.Context) int {
			send(t, syscall.SIGINT)
			<-ctx.Done()
			if signals > 1 {
				send(t, syscall.SIGTERM)
			}
			<-never
			return 7
		}, map[int]func() <-chan struct{}{1: closed, 2: open}[signals])
		if code != 128+int(syscall.SIGINT) {
			t.Errorf("exit code %d after %d signals", code, signals)
		}
	}
}

func closed() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

func open() <-chan struct{} { return make(chan struct{}) }
