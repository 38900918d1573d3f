package value

import (
	"iter"
	"maps"
)

// MapState is a State over a plain map: for tests, and for hosts that have no
// session service. It copies nothing and must not be used by several
// goroutines at once when one of them writes.
type MapState map[string]any

var _ State = MapState(nil)

// Get returns the value under key, or a *MissingError.
func (m MapState) Get(key string) (any, error) {
	if v, ok := m[key]; ok {
		return v, nil
	}
	return nil, &MissingError{Key: key}
}

// Set stores value under key; nil removes the key.
func (m MapState) Set(key string, value any) error {
	if value == nil {
		delete(m, key)
		return nil
	}
	m[key] = value
	return nil
}

// All yields every key and value.
func (m MapState) All() iter.Seq2[string, any] { return maps.All(m) }
