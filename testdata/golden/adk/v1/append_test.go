package adkv1

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"google.golang.org/adk/session"
)

// appendFunc is a service that does something else before it appends.
type appendFunc func(ctx context.Context, s session.Session) error

func (f appendFunc) AppendEvent(ctx context.Context, s session.Session, event *session.Event) error {
	if err := f(ctx, s); err != nil {
		return err
	}
	return service{}.AppendEvent(ctx, s, event)
}

func hostOf(user string) *host {
	h := newHost()
	h.user = user
	return h
}

func addOne(ctx context.Context, svc session.Service, h *host) error {
	return AppendDelta(ctx, svc, h, &session.Event{}, NewDelta().AddUserCounter(1))
}

// The service answers nobody before all have asked.
func TestAppendsOfUsersRunAtTheSameTime(t *testing.T) {
	var inside, done sync.WaitGroup
	inside.Add(8)
	barrier := appendFunc(func(context.Context, session.Session) error {
		inside.Done()
		inside.Wait()
		return nil
	})
	for _, user := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		done.Go(func() {
			if err := addOne(context.Background(), barrier, hostOf(user)); err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
}

// hung starts an append that the service doesn't answer until the test ends.
func hung(t *testing.T, h *host) {
	var asked, done sync.WaitGroup
	answer := make(chan struct{})
	asked.Add(1)
	done.Go(func() {
		_ = addOne(context.Background(), appendFunc(func(context.Context, session.Session) error {
			asked.Done()
			<-answer
			return nil
		}), h)
	})
	t.Cleanup(func() { close(answer); done.Wait() })
	asked.Wait()
}

func TestHungServiceHoldsUpNobodyElse(t *testing.T) {
	r := newRunner(t)
	hung(t, r.host)
	delta := r.call(func(s *State) error { return s.AddUserCounter(1) }).Actions.StateDelta
	if delta["user:counter"] != 1 {
		t.Errorf("a tool of the same session wrote %v", delta)
	}
	bob := hostOf("bob").run(t)
	if err := For(bob.tool()).AddUserCounter(1); err != nil {
		t.Error(err)
	}
	if err := addOne(bob, service{}, bob.host); err != nil {
		t.Error(err)
	}
	if err := AppendDelta(r, service{}, r, &session.Event{}, NewDelta().AppendCart("12A").SetName("Ann")); err != nil {
		t.Errorf("an append of the same session to other keys: %v", err)
	}
}

func TestWaitingAppendEndsWithItsContext(t *testing.T) {
	h := newHost()
	hung(t, h)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	event := &session.Event{}
	err := AppendDelta(ctx, service{}, h, event, NewDelta().SetName("Ann").AddUserCounter(1))
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "user:counter") || len(event.Actions.StateDelta) != 0 {
		t.Errorf("got %v, %v", err, event.Actions.StateDelta)
	}
}

// A service may log what it appends. To merge there could be to wait for oneself.
func TestServiceAppendsInsideAppendEvent(t *testing.T) {
	h := newHost()
	logging := appendFunc(func(ctx context.Context, s session.Session) error {
		return AppendDelta(ctx, service{}, s, &session.Event{}, NewDelta().SetName("Ann"))
	})
	for range 2 {
		if err := addOne(h, logging, h); err != nil {
			t.Fatal(err)
		}
	}
	if counter := h.state["user:counter"]; counter != 2 {
		t.Errorf("got %v", counter)
	}
	again := appendFunc(func(ctx context.Context, _ session.Session) error { return addOne(ctx, service{}, h) })
	if err := addOne(h, again, h); err == nil || !strings.Contains(err.Error(), "inside its AppendEvent") {
		t.Errorf("got %v", err)
	}
	if err := addOne(h, service{}, h); err != nil || h.state["user:counter"] != 3 {
		t.Errorf("after the refused append: %v, %v", h.state["user:counter"], err)
	}
}
