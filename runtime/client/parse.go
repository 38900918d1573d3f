package client

import (
	"bytes"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// object reads a JSON object of keys, more strictly than encoding/json does: a name that is
// there twice, at any depth, and text that isn't UTF-8 are mistakes, as two readers would
// take them for different things. Null and nothing are an empty object.
func object(what string, text []byte) (map[string]any, *RefusedError) {
	refused := new(RefusedError)
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, refused
	}
	d := jsontext.Decoder{Text: string(text), Strict: true}
	values := map[string]any{}
	about := "" // the key whose value is wrong
	var err error
	if !d.Null() {
		err = d.Object(func(key string) (err error) {
			if _, twice := values[key]; twice {
				refused.add(key, "the "+what+" name it twice")
			}
			if values[key], err = d.Value(value.MaxDepth); err != nil {
				about = key
			}
			return err
		})
	}
	if err == nil {
		err = d.End()
	}
	if err != nil {
		refused.add(about, "the "+what+" are not as JSON is to be: "+shortened(err.Error()))
	}
	return values, refused
}
