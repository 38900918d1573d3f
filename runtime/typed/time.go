package typed

import (
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// Time reads a required key.
func Time(s runtime.ReadonlyState, key string) (time.Time, error) {
	return Required(s, key, AsTime)
}

// TimeOr reads a key with a default.
func TimeOr(s runtime.ReadonlyState, key string, fallback time.Time) (time.Time, error) {
	v, err := s.Get(key)
	return GotOr(key, v, err, AsTime, fallback)
}

// OptTime reads an optional key.
func OptTime(s runtime.ReadonlyState, key string) (time.Time, bool, error) {
	return Optional(s, key, AsTime)
}

// SetTime writes a key.
func SetTime(s runtime.State, key string, v time.Time) error {
	return Set(s, key, v, FromTime)
}

// AsTime converts a value that was read, a time.Time or RFC 3339 text, to a
// time in UTC without a monotonic clock reading, so that it is the same from
// every store.
func AsTime(v any) (time.Time, error) {
	switch v := v.(type) {
	case time.Time:
		return v.Round(0).UTC(), nil
	case string:
		if t, err := time.Parse(time.RFC3339Nano, v); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, Mismatch("time (RFC 3339)", v)
}

// FromTime converts a value to be written: RFC 3339 text in UTC, to the
// nanosecond. That form holds the years 0 to 9999 only.
func FromTime(v time.Time) (any, error) {
	v = v.UTC()
	if y := v.Year(); y < 0 || y > 9999 {
		return nil, &Error{Want: "a time in the years 0 to 9999", Found: "time.Time", Value: v.Format(time.RFC3339)}
	}
	return v.Format(time.RFC3339Nano), nil
}
