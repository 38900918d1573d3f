package client

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
)

// object reads a JSON object of keys, more strictly than encoding/json does: a name that is
// there twice, at any depth, and text that isn't UTF-8 are mistakes, as two readers would
// take them for different things. Null and nothing are an empty object.
func object(what string, text []byte) (map[string]any, *RefusedError) {
	refused := new(RefusedError)
	if len(bytes.TrimSpace(text)) == 0 || string(bytes.TrimSpace(text)) == "null" {
		return nil, refused
	}
	if !utf8.Valid(text) || halfPair(text) {
		refused.add("", "the "+what+" are text that is not UTF-8")
		return nil, refused
	}
	d := json.NewDecoder(bytes.NewReader(text))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		refused.add("", "the "+what+" are no JSON object")
		return nil, refused
	}
	values := map[string]any{}
	for d.More() {
		key, v, err := entry(d)
		_, twice := values[key]
		switch {
		case errors.Is(err, errTwice):
			refused.add(key, err.Error())
		case err != nil:
			refused.add("", "the "+what+" are no JSON object: "+shortened(err.Error()))
			return nil, refused
		case twice:
			refused.add(key, "the "+what+" name it twice")
		}
		values[key] = v
	}
	if _, err := d.Token(); err != nil || len(bytes.TrimSpace(text[d.InputOffset():])) > 0 {
		refused.add("", "the "+what+" are no JSON object")
	}
	return values, refused
}

// entry reads a name and a value.
func entry(d *json.Decoder) (key string, v any, err error) {
	name, err := d.Token()
	if err != nil {
		return "", nil, err
	}
	key, _ = name.(string)
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return key, nil, err
	}
	if err := unique(raw); err != nil {
		return key, nil, err
	}
	v, err = runtime.DecodeValue(raw)
	return key, v, err
}

var errTwice = errors.New("a field is there twice")

// unique reports a field of an object in a value that is there twice.
func unique(raw []byte) error {
	if bytes.IndexByte(raw, '{') < 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	type level struct {
		names  map[string]bool // nil: a list
		isName bool
	}
	var levels []level
	for {
		token, err := d.Token()
		if err != nil {
			return nil // the end: the text is valid
		}
		if delim, ok := token.(json.Delim); ok && (delim == '}' || delim == ']') {
			levels = levels[:len(levels)-1]
			continue
		}
		if n := len(levels) - 1; n >= 0 && levels[n].names != nil {
			levels[n].isName = !levels[n].isName
			if name, _ := token.(string); levels[n].isName {
				if levels[n].names[name] {
					return errTwice
				}
				levels[n].names[name] = true
				continue
			}
		}
		switch token {
		case json.Delim('{'):
			levels = append(levels, level{names: map[string]bool{}})
		case json.Delim('['):
			levels = append(levels, level{})
		}
	}
}

// halfPair reports whether JSON text has an escape of half a surrogate pair, which encoding/json
// would replace.
func halfPair(text []byte) bool {
	rest := string(text)
	for {
		_, after, found := strings.Cut(rest, `\`)
		if !found || after == "" {
			return false
		}
		r, size := jsontext.Escaped(`\` + after)
		switch {
		case size == 6 && r == utf8.RuneError && !strings.EqualFold(after[:5], "ufffd"):
			return true
		case size == 0:
			size = 2 // no JSON, which the decoder will say
		}
		rest = after[min(size-1, len(after)):]
	}
}
