package memory

import (
	"hash/maphash"
	"maps"
	"sync"
)

const shards = 64

// table is a map for many goroutines: a lock guards only one part in 64 of it.
type table[K comparable, V any] struct {
	seed   maphash.Seed
	shards *[shards]shard[K, V]
}

type shard[K comparable, V any] struct {
	mu sync.RWMutex
	m  map[K]V
	_  [32]byte // keeps the locks of two shards off one cache line
}

func newTable[K comparable, V any]() table[K, V] {
	return table[K, V]{maphash.MakeSeed(), new([shards]shard[K, V])}
}

func (t table[K, V]) shard(key K) *shard[K, V] {
	return &t.shards[maphash.Comparable(t.seed, key)%shards]
}

func (t table[K, V]) get(key K) (V, bool) {
	s := t.shard(key)
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.m[key]
	return v, ok
}

// getOrAdd returns what is stored under key, or stores what add makes.
func (t table[K, V]) getOrAdd(key K, add func() V) V {
	s := t.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	if v, ok := s.m[key]; ok {
		return v
	}
	if s.m == nil {
		s.m = make(map[K]V)
	}
	v := add()
	s.m[key] = v
	return v
}

func (t table[K, V]) remove(key K) {
	s := t.shard(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.m, key)
}

// all returns a copy of the whole table, each part as of a moment of its own.
func (t table[K, V]) all() map[K]V {
	copied := make(map[K]V)
	for i := range t.shards {
		s := &t.shards[i]
		s.mu.RLock()
		maps.Copy(copied, s.m)
		s.mu.RUnlock()
	}
	return copied
}
