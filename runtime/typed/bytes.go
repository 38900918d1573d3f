package typed

import (
	"bytes"
	"encoding/base64"

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
