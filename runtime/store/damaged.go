package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/seed92179c4c/stategen/runtime/value"
)

// DamagedValue is what a store puts in the place of a value that can't be decoded.
func DamagedValue(key string, err error) *value.DamagedError {
	return &value.DamagedError{Keys: []string{key}, Err: err}
}

// DamagedEvent is what a store puts in the place of an event that can't be
// decoded, and the event's entry in Loaded.Damaged.
func DamagedEvent(seq int64, err error) (*StoredEvent, *value.DamagedError) {
	damage := &value.DamagedError{Events: []int64{seq}, Err: withoutText(err)}
	return &StoredEvent{Seq: seq, Writes: []Write{{Value: damage}}}, damage
}

// withoutText returns a decoder's error without the pieces of text in it.
func withoutText(err error) error {
	var syntax *json.SyntaxError
	var mistyped *json.UnmarshalTypeError
	var moment *time.ParseError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("the JSON text is wrong at byte %d", syntax.Offset)
	case errors.As(err, &mistyped):
		return fmt.Errorf("the JSON text has the wrong type at byte %d", mistyped.Offset)
	case errors.As(err, &moment):
		return errors.New("the timestamp is wrong")
	default:
		return err
	}
}

// Damage returns the error if the event is one that DamagedEvent made, or nil.
func (e *StoredEvent) Damage() *value.DamagedError {
	if len(e.Writes) != 1 || e.Writes[0].Key != "" {
		return nil
	}
	damage, _ := e.Writes[0].Value.(*value.DamagedError)
	return damage
}
