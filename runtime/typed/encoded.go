package typed

import (
	"bytes"
	"encoding/base64"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// Bytes reads a required key.
func Bytes(s runtime.ReadonlyState, key string) ([]byte, error) {
	return Required(s, key, AsBytes)
}

// OptBytes reads an optional key.
func OptBytes(s runtime.ReadonlyState, key string) ([]byte, bool, error) {
	return Optional(s, key, AsBytes)
}

// SetBytes writes a key.
func SetBytes(s runtime.State, key string, v []byte) error {
	return Set(s, key, v, FromBytes)
}

// AsBytes converts a value that was read: a copy of a []byte, or what base64
// text with padding holds.
func AsBytes(v any) ([]byte, error) {
	switch v := v.(type) {
	case []byte:
		return bytes.Clone(v), nil
	case string:
		if b, err := base64.StdEncoding.Strict().DecodeString(v); err == nil {
			return b, nil
		}
	}
	return nil, Mismatch("bytes (base64)", v)
}

// FromBytes converts a value to be written: base64 text with padding.
func FromBytes(v []byte) (any, error) { return base64.StdEncoding.EncodeToString(v), nil }

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
