package typed

import (
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// Duration reads a required key.
func Duration(s runtime.ReadonlyState, key string) (time.Duration, error) {
	return Required(s, key, AsDuration)
}

// DurationOr reads a key with a default.
func DurationOr(s runtime.ReadonlyState, key string, fallback time.Duration) (time.Duration, error) {
	v, err := s.Get(key)
	return GotOr(key, v, err, AsDuration, fallback)
}

// OptDuration reads an optional key.
func OptDuration(s runtime.ReadonlyState, key string) (time.Duration, bool, error) {
	return Optional(s, key, AsDuration)
}

// SetDuration writes a key.
func SetDuration(s runtime.State, key string, v time.Duration) error {
	return Set(s, key, v, FromDuration)
}

// AsDuration converts a value that was read: a time.Duration, or text such as
// "1h30m". A number is refused, since its unit is anybody's guess.
func AsDuration(v any) (time.Duration, error) {
	switch v := v.(type) {
	case time.Duration:
		return v, nil
	case string:
		if d, err := time.ParseDuration(v); err == nil {
			return d, nil
		}
	}
	return 0, Mismatch(`duration (such as "1h30m")`, v)
}

// FromDuration converts a value to be written: the text that Go prints.
func FromDuration(v time.Duration) (any, error) { return v.String(), nil }
