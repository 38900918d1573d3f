package runtime

import (
	"context"
	"sync"
)

// turn is a lock that is waited for only until a context ends. Its zero value is
// free.
type turn struct {
	mu      sync.Mutex
	taken   bool
	waiting int
	freed   chan struct{} // wakes one who waits; made by the first
}

// take waits for the turn, or gives up when ctx ends.
func (t *turn) take(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.taken {
		if err := t.wait(ctx); err != nil {
			return err
		}
	}
	t.taken = true
	return nil
}

// wait gives up t.mu while it waits.
func (t *turn) wait(ctx context.Context) error {
	if t.freed == nil {
		t.freed = make(chan struct{}, 1)
	}
	t.waiting++
	t.mu.Unlock()
	defer func() {
		t.mu.Lock()
		t.waiting--
	}()
	select {
	case <-t.freed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// give ends the turn.
func (t *turn) give() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.taken = false
	if t.waiting > 0 {
		select {
		case t.freed <- struct{}{}:
		default: // one is being woken already
		}
	}
}
