package rehearse_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/rehearse"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

func TestSessions(t *testing.T) {
	svc := memory.New()
	for i := range 10 {
		state := map[string]any{"n": i, "seats": []any{"12A", "14C"}}
		if i%2 == 0 {
			state["n"] = fmt.Sprint("text ", i)
		}
		if i%5 == 0 {
			state["seats"] = []any{"12A", i, i}
		}
		request := runtime.CreateRequest{AppName: "app", UserID: "ann", SessionID: fmt.Sprint(i), State: state}
		if _, err := svc.Create(t.Context(), request); err != nil {
			t.Fatal(err)
		}
	}
	load := func(state runtime.ReadonlyState) error {
		_, first := typed.Required(state, "n", typed.AsInt)
		_, second := typed.Required(state, "seats", func(v any) ([]string, error) { return typed.AsList(v, typed.AsString) })
		_, third := typed.Required(state, "none", typed.AsInt)
		return errors.Join(first, errors.Join(second, third))
	}
	r, err := rehearse.Sessions(t.Context(), svc, "app", load)
	if err != nil || r.Sessions != 10 {
		t.Fatalf("%+v, %v", r, err)
	}
	want := map[string]int{
		`state key "n": want int, found string`:         5,
		`state key "seats": []: want string, found int`: 2,
		`state key "none" is not set`:                   10,
	}
	for _, f := range r.Failures {
		if f.SessionID != "0" || f.UserID != "ann" || f.Err == nil || want[f.Problem] != f.Sessions {
			t.Errorf("%+v", f)
		}
		delete(want, f.Problem)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
	r, err = rehearse.Sessions(t.Context(), svc, "app", func(runtime.ReadonlyState) error { return nil })
	if err != nil || len(r.Failures) > 0 || r.Sessions != 10 {
		t.Errorf("of code that is right: %+v, %v", r, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := rehearse.Sessions(ended, svc, "app", load); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}
