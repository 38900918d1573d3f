package sessiondb

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// altered says what is in a JSON text that readers alter without a word, given the value
// that ours reads; "" if there is nothing.
func altered(text []byte, value any) string {
	if !utf8.Valid(text) {
		return "bytes that are not UTF-8"
	}
	names := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case ':':
			names++
		case '"':
			end, problem := alteredString(text, i+1)
			if problem != "" {
				return problem
			}
			i = end
		}
	}
	if names > namesIn(value) {
		return "an object with a name twice"
	}
	return ""
}

// alteredString is altered for the string that begins there, and says where it ends.
func alteredString(text []byte, at int) (end int, problem string) {
	for ; at < len(text) && text[at] != '"'; at++ {
		if text[at] != '\\' {
			continue
		}
		at++
		if text[at] != 'u' {
			continue
		}
		switch r := unit(text[at-1:]); {
		case r == 0:
			return at, "a NUL character"
		case !utf16.IsSurrogate(r):
			at += 4
		case utf16.DecodeRune(r, unit(text[at+5:])) == utf8.RuneError:
			return at, "half of a surrogate pair"
		default:
			at += 10
		}
	}
	return at, ""
}

// unit returns the number of an escape such as \u00e9 at the beginning of a text, or -1.
func unit(text []byte) rune {
	if len(text) < 6 || !bytes.HasPrefix(text, []byte(`\u`)) {
		return -1
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}

// namesIn counts the fields of all objects in a value.
func namesIn(value any) (n int) {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			n += namesIn(item)
		}
	case map[string]any:
		n = len(v)
		for _, item := range v {
			n += namesIn(item)
		}
	}
	return n
}

// alteredEvent is altered for what an event says and writes: what a host keeps with it is
// given back byte for byte.
func alteredEvent(record []byte) string {
	var parts struct{ Content, Actions json.RawMessage }
	if json.Unmarshal(record, &parts) != nil {
		return ""
	}
	for _, part := range []json.RawMessage{parts.Actions, parts.Content} {
		var value any
		if len(part) > 0 && json.Unmarshal(part, &value) == nil {
			if problem := altered(part, value); problem != "" {
				return problem
			}
		}
	}
	return ""
}
