package typed

import (
	"reflect"
	"testing"
)

// numbers are forms that drop texts, under any name.
type numbers struct{}

func (numbers) Today(name int, v any) (any, bool, error) {
	if _, isText := v.(string); isText {
		return nil, true, nil
	}
	return v, name > 0, nil
}

// TestDroppedFields has fields whose values under the first names are dropped: the
// next name counts, as it does for keys.
func TestDroppedFields(t *testing.T) {
	moves := []FieldMoves{{Name: "n", Names: []string{"m", "k"}, Forms: numbers{}}}
	for _, c := range []struct{ stored, want map[string]any }{
		{map[string]any{"n": "x", "m": "y", "k": 3}, map[string]any{"n": 3}},
		{map[string]any{"n": "x", "m": 2, "k": 3}, map[string]any{"n": 2}},
		{map[string]any{"n": 1, "k": 3}, map[string]any{"n": 1}},
		{map[string]any{"n": "x", "m": "y"}, map[string]any{}},
		{map[string]any{"n": "x", "other": true}, map[string]any{"other": true}},
		{map[string]any{"n": 1}, map[string]any{"n": 1}},
	} {
		f := AsObject(c.stored, "N").Moved(moves)
		if !reflect.DeepEqual(f.values, c.want) {
			t.Errorf("%v became %v, want %v", c.stored, f.values, c.want)
		}
	}
}
