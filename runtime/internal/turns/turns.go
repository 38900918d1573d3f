// Package turns has locks that are waited for only until a context ends, in the order in
// which they are asked for.
package turns

import (
	"context"
	"sync"
)

// Lock is such a lock.
type Lock chan struct{}

// NewLock returns a lock that is free.
func NewLock() Lock { return make(Lock, 1) }

// Take waits until the lock is free and takes it, or gives up when ctx ends. A lock that is
// free is taken even then.
func (l Lock) Take(ctx context.Context) error {
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

// Give frees the lock.
func (l Lock) Give() { <-l }

// Locks are a lock for each key. The zero value is ready to use.
type Locks[K comparable, V any] struct {
	mu  sync.Mutex
	all map[K]*Keyed[V]
}

// Keyed is the lock of a key, which is there as long as it has users.
type Keyed[V any] struct {
	Lock
	Value V // of who has the lock
	users int
}

// Join returns the lock of a key, for one user more.
func (l *Locks[K, V]) Join(key K) *Keyed[V] {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.all[key]
	if k == nil {
		if l.all == nil {
			l.all = make(map[K]*Keyed[V])
		}
		k = &Keyed[V]{Lock: NewLock()}
		l.all[key] = k
	}
	k.users++
	return k
}

// Quit forgets a key with its last user.
func (l *Locks[K, V]) Quit(key K) {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.all[key]
	if k.users--; k.users == 0 {
		delete(l.all, key)
	}
}

// Has reports whether the lock of a key has users.
func (l *Locks[K, V]) Has(key K) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[key] != nil
}

// Empty reports whether no lock has users.
func (l *Locks[K, V]) Empty() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.all) == 0
}
