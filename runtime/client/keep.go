package client

import (
	"github.com/seed92179c4c/stategen/runtime"
)

// keep returns what a client sent with the fields that it couldn't see: those that are
// in the whole value, and not in what was shown of it. An item of a list gets those of
// an equal one.
func keep(sent, whole, shown any) any {
	switch sent := sent.(type) {
	case map[string]any:
		all, ok1 := whole.(map[string]any)
		seen, ok2 := shown.(map[string]any)
		if ok1 && ok2 {
			return keepFields(sent, all, seen)
		}
	case []any:
		all, ok1 := whole.([]any)
		seen, ok2 := shown.([]any)
		if ok1 && ok2 && len(all) == len(seen) {
			return keepItems(sent, all, seen)
		}
	}
	return sent
}

func keepFields(sent, whole, shown map[string]any) map[string]any {
	kept := make(map[string]any, len(whole))
	for name, v := range sent {
		if _, known := shown[name]; known {
			v = keep(v, whole[name], shown[name])
		}
		kept[name] = v
	}
	for name, v := range whole {
		_, seen := shown[name]
		if _, set := sent[name]; !seen && !set {
			kept[name] = v
		}
	}
	return kept
}

func keepItems(sent, whole, shown []any) []any {
	at := make(map[string][]any, len(shown)) // whole items, by what was shown of them
	for i, item := range shown {
		text := textOf(item)
		at[text] = append(at[text], whole[i])
	}
	kept := make([]any, len(sent))
	for i, item := range sent {
		kept[i] = item
		text := textOf(item)
		if same := at[text]; len(same) > 0 {
			kept[i], at[text] = same[0], same[1:]
		}
	}
	return kept
}

// textOf tells values in normal form apart.
func textOf(v any) string {
	text, err := runtime.EncodeValue(v)
	if err != nil {
		return ""
	}
	return string(text)
}
