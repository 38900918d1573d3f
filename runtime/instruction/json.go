package instruction

import (
	"bytes"
	"encoding/json"
)

// appendJSON writes what has no text of its own. A value that JSON writes as a
// string (an enum, a pointer to a string) is shown without the quotes.
func appendJSON(dst []byte, value any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return dst, err
	}
	text := bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
	switch {
	case string(text) == "null":
		return dst, nil
	case text[0] == '"':
		var s string
		if err := json.Unmarshal(text, &s); err != nil {
			return dst, err
		}
		return append(dst, s...), nil
	default:
		return append(dst, text...), nil
	}
}
