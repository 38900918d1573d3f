package store

import "github.com/seed92179c4c/stategen/runtime/value"

// DamagedValue is what a store puts in the place of a value that can't be decoded.
func DamagedValue(key string, err error) *value.DamagedError {
	return &value.DamagedError{Keys: []string{key}, Err: err}
}

// DamagedEvent is what a store puts in the place of an event that can't be
// decoded, and the event's entry in Loaded.Damaged. The error is that of UnmarshalJSON, which
// holds no piece of the text.
func DamagedEvent(seq int64, err error) (*StoredEvent, *value.DamagedError) {
	damage := &value.DamagedError{Events: []int64{seq}, Err: err}
	return &StoredEvent{Seq: seq, Writes: []Write{{Value: damage}}}, damage
}

// Damage returns the error if the event is one that DamagedEvent made, or nil.
func (e *StoredEvent) Damage() *value.DamagedError {
	if len(e.Writes) != 1 || e.Writes[0].Key != "" {
		return nil
	}
	damage, _ := e.Writes[0].Value.(*value.DamagedError)
	return damage
}
