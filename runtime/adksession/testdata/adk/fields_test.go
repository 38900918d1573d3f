package adktest

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/adk/v2/session"
)

// TestFields stores an event in which every field of every type that ADK knows is
// set, and wants it back as it was, from the handle and from another one.
func TestFields(t *testing.T) {
	onEach(t, func(t *testing.T, svc session.Service) {
		want := fullEvent()
		given := fullEvent()
		own := create(t, svc, "s")
		must(t, svc.AppendEvent(t.Context(), own, given))
		if diff := cmp.Diff(want, given, compareEvents...); diff != "" {
			t.Errorf("the event that was given has changed (-before +after):\n%s", diff)
		}
		for name, s := range map[string]session.Session{"own": own, "another": get(t, svc, "s")} {
			if diff := cmp.Diff(want, s.Events().At(0), compareEvents...); diff != "" {
				t.Errorf("%s handle (-given +got):\n%s", name, diff)
			}
		}
	})
}

// fullEvent is an event without a zero field.
func fullEvent() *session.Event {
	e := new(session.Event)
	fill(reflect.ValueOf(e).Elem(), "event", 0)
	e.ID, e.InvocationID, e.Author, e.Branch = "e-1", "inv-1", "agent", "root.agent" // stores take no NUL in these
	e.Partial = false                                                                // such an event is never stored
	e.Timestamp = time.Date(2026, 11, 22, 1, 2, 3, 123456789, time.FixedZone("", 3600))
	e.Actions.StateDelta = map[string]any{"step": "pay", "n": 3, "f": 2.5, "user:list": []any{"a", 1, nil}, "app:map": map[string]any{"x": true}}
	return e
}

// fill sets a value to something that isn't zero. Types that contain themselves are
// filled a few levels deep.
func fill(v reflect.Value, name string, depth int) {
	if depth > 8 {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name, depth+1)
	case reflect.Struct:
		fillStruct(v, depth)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte("\x00\xff" + name))
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), fmt.Sprint(name, i), depth+1)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, name, depth+1)
		fill(value, name, depth+1)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Interface:
		v.Set(reflect.ValueOf(name))
	case reflect.String:
		v.SetString(name + " \x00 <&>\u2028")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(0.25)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(7)
	}
}

func fillStruct(v reflect.Value, depth int) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		v.Set(reflect.ValueOf(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)))
		return
	}
	for i := range v.NumField() {
		if field := v.Type().Field(i); field.IsExported() && field.Tag.Get("json") != "-" && !special[field.Type.String()] {
			fill(v.Field(i), field.Name, depth+1)
		}
	}
}

// special are types that can't hold just any text.
var special = map[string]bool{"*jsonschema.Schema": true, "json.RawMessage": true}

var compareEvents = cmp.Options{}
