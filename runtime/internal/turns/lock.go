package turns

import (
	"context"
	"sync"
)

// Lock is a lock that is waited for only until a context ends. Its zero value is
// free.
type Lock struct {
	mu      sync.Mutex
	taken   bool
	waiting int
	freed   chan struct{} // wakes one who waits; made by the first
}

// Take waits until the lock is free and takes it, or gives up when ctx ends.
func (l *Lock) Take(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.taken {
		if err := l.wait(ctx); err != nil {
			return err
		}
	}
	l.taken = true
	return nil
}

// wait gives up l.mu while it waits.
func (l *Lock) wait(ctx context.Context) error {
	if l.freed == nil {
		l.freed = make(chan struct{}, 1)
	}
	l.waiting++
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		l.waiting--
	}()
	select {
	case <-l.freed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Give frees the lock.
func (l *Lock) Give() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.taken = false
	if l.waiting > 0 {
		select {
		case l.freed <- struct{}{}:
		default: // one is being woken already
		}
	}
}
