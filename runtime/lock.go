package runtime

import "context"

// lock is a lock that is waited for only until a context ends.
type lock chan struct{}

func newLock() lock { return make(lock, 1) }

// take waits until the lock is free and takes it, or gives up when ctx ends.
func (l lock) take(ctx context.Context) error {
	select {
	case l <- struct{}{}:
		return nil
	default:
	}
	select {
	case l <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// give frees the lock.
func (l lock) give() { <-l }
