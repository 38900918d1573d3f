package moves

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

func TestBuiltIn(t *testing.T) {
	bools := BuiltIn(typed.AsBool, typed.FromBool, Text)
	ints := BuiltIn(typed.AsInt64, typed.FromInt64, Text)
	floats := BuiltIn(typed.AsFloat, typed.FromFloat, Text)
	for _, c := range []struct {
		convert Conversion
		v, want any
	}{
		{bools, true, "true"},
		{ints, 5.0, "5"},
		{ints, "9223372036854775807", "9223372036854775807"},
		{floats, 1234567.0, "1234567"},
		{floats, 0.1, "0.1"},
		{BuiltIn(typed.AsString, typed.FromString, Bool), "false", false},
		{BuiltIn(typed.AsString, typed.FromString, Bool), "False", "False"},
		{BuiltIn(typed.AsString, typed.FromString, Float), "1.5e3", 1500.0},
		{BuiltIn(typed.AsString, typed.FromString, Float), "5", 5.0},
		{BuiltIn(typed.AsString, typed.FromString, Float), "NaN", "NaN"},
		{BuiltIn(typed.AsString, typed.FromString, Float), "0x10", "0x10"},
		{BuiltIn(typed.AsString, typed.FromString, Float), "1e999", "1e999"},
		{BuiltIn(typed.AsString, typed.FromString, Float), " 5", " 5"},
		{BuiltIn(typed.AsString, typed.FromString, Float), "true", "true"},
		{BuiltIn(typed.AsString, typed.FromString, Values(map[string]string{"a": "b"})), "a", "b"},
		{BuiltIn(typed.AsString, typed.FromString, Values(map[string]string{"a": "b"})), "b", "b"},
		{BuiltIn(typed.AsInt, typed.FromInt, Item), 5.0, []any{5}},
		{BuiltIn(typed.AsInt, typed.FromInt, Item, JSONText), 5, "[5]"},
		{BuiltIn(InText(typed.AsInt), typed.FromInt), "5", 5},
	} {
		got, isOlder, err := c.convert(c.v)
		if !isOlder || err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%#v becomes %#v, %v, %v; want %#v", c.v, got, isOlder, err, c.want)
		}
	}
	for _, v := range []any{nil, "5", math.NaN(), []any{}} {
		if got, isOlder, err := bools(v); isOlder || err == nil {
			t.Errorf("%#v is a bool: %v", v, got)
		}
	}
}

func TestForms(t *testing.T) {
	f := Forms{
		Check: Check(typed.AsInt),
		Older: []Older{
			{Convert: BuiltIn(typed.AsBool, typed.FromBool), Drop: true},
			{Convert: Go(typed.AsFloat, func(old float64) (int, error) {
				if old > 100 {
					return 0, errors.New("too much")
				}
				return int(old), nil
			}, typed.FromInt)},
			{Name: 2, Convert: BuiltIn(typed.AsString, typed.FromString)},
		},
	}
	for _, c := range []struct {
		name    int
		v, want any
		err     string
	}{
		{0, 5, 5, ""},
		{0, 5.0, 5.0, ""}, // which is one of today's
		{0, true, nil, ""},
		{0, 5.5, 5, ""},
		{1, 5.5, 5, ""}, // a name without an entry of its own
		{0, 100.5, nil, "want an older value that can be converted, found float64 100.5: too much"},
		{0, "x", "x", ""}, // for the reader to report
		{2, "7", "7", ""},
		{2, "x", nil, `want int, found string "x"`},
		{2, 7, nil, "want string, found int 7"},
	} {
		got, _, err := f.Today(c.name, c.v)
		if !reflect.DeepEqual(got, c.want) || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("name %d, %#v: got %#v, %v; want %#v, %s", c.name, c.v, got, err, c.want, c.err)
		}
	}
}

// TestMovesOfAKey reads a key whose values are elsewhere and in another form.
func TestMovesOfAKey(t *testing.T) {
	m := &typed.Moves{Key: "n", Names: []string{"old", "text"}, Forms: Forms{
		Check: Check(typed.AsInt),
		Older: []Older{{Name: 2, Convert: BuiltIn(typed.AsString, typed.FromString)}},
	}}
	for _, c := range []struct {
		state runtime.MapState
		want  any
	}{
		{runtime.MapState{"n": 1, "old": 2, "text": "3"}, 1},
		{runtime.MapState{"n": nil, "old": 2, "text": "3"}, 2},
		{runtime.MapState{"text": "3"}, 3},
	} {
		before := len(c.state)
		if got, err := typed.Int(m.From(c.state), "n"); got != c.want || err != nil {
			t.Errorf("%v: got %v, %v", c.state, got, err)
		}
		if len(c.state) != before {
			t.Errorf("reading changed the state: %v", c.state)
		}
		if err := typed.SetInt(m.To(c.state), "n", 9); err != nil || !reflect.DeepEqual(c.state, runtime.MapState{"n": 9}) {
			t.Errorf("set: %v, %v", c.state, err)
		}
	}
	if _, err := typed.Int(m.From(runtime.MapState{}), "n"); !errors.Is(err, runtime.ErrMissing) {
		t.Errorf("got %v", err)
	}
	if _, err := typed.Int(m.From(runtime.MapState{"text": "x"}), "n"); err == nil || !strings.HasPrefix(err.Error(), `state key "n": want int`) {
		t.Errorf("got %v", err)
	}
	if v, err := m.From(runtime.MapState{"old": 5}).Get("old"); v != 5 || err != nil {
		t.Errorf("another key: %v, %v", v, err)
	}
}
