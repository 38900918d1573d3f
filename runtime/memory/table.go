package memory

import (
	"maps"
	"sync"
)

// table is a map for many goroutines. Appends by way of a handle need none.
type table[K comparable, V any] struct {
	mu sync.RWMutex
	m  map[K]V
}

func (t *table[K, V]) get(key K) (V, bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	v, ok := t.m[key]
	return v, ok
}

// getOrAdd returns what is stored under key, or stores what add makes.
func (t *table[K, V]) getOrAdd(key K, add func() V) V {
	t.mu.Lock()
	defer t.mu.Unlock()
	if v, ok := t.m[key]; ok {
		return v
	}
	if t.m == nil {
		t.m = make(map[K]V)
	}
	v := add()
	t.m[key] = v
	return v
}

func (t *table[K, V]) remove(key K) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.m, key)
}

// all returns a copy of the whole table.
func (t *table[K, V]) all() map[K]V {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return maps.Clone(t.m)
}
