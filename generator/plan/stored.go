package plan

import (
	"encoding/base64"
	"time"

	"github.com/seed92179c4c/stategen/runtime/typed"
	"github.com/seed92179c4c/stategen/schema"
)

// Stored returns a default or bound as a state stores it, in the types that
// JSON has: times, durations and bytes become strings.
func Stored(data any) any {
	switch v := data.(type) {
	case time.Time:
		return v.UTC().Format(time.RFC3339Nano)
	case time.Duration:
		return v.String()
	case []byte:
		return base64.StdEncoding.EncodeToString(v)
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = Stored(item)
		}
		return list
	case map[string]any:
		m := make(map[string]any, len(v))
		for name, field := range v {
			m[name] = Stored(field)
		}
		return m
	}
	return data
}

// StoredDefault is the default as a setter would store it.
func (k *Key) StoredDefault() any {
	value := Stored(k.Default.Data)
	if k.Encoding == schema.JSONString {
		if text, err := typed.FromText(value, typed.FromJSON); err == nil {
			return text
		}
	}
	return value
}
