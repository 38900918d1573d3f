package runtime_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// TestNothingPrintsValues prints whatever holds state in every way.
func TestNothingPrintsValues(t *testing.T) {
	ctx := context.Background()
	svc := memory.New()
	state := map[string]any{"pin": 987654, "user:passport": "SECRET", "list": []any{"SECRET"}}
	session, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: state})
	must(t, err)
	delta := runtime.Delta{"user:passport": "SECRET", "n": runtime.Op{Kind: runtime.OpSum, Operand: 987654}, "temp:x": "SECRET", "odd key\n": "SECRET"}
	event := &runtime.Event{ID: "e", Author: "me", Content: runtime.NewText("user", "SECRET"), Actions: runtime.Actions{StateDelta: delta}}
	inv := runtime.NewInvocation(svc, session)
	must(t, inv.AppendEvent(ctx, event))
	step := inv.Context("me", "")
	must(t, step.Set("own", "SECRET"))
	things := map[string]any{
		"session": session, "its state": session.State(), "its events": session.Events(), "its event": session.Events().At(0),
		"actions that JSON can represent": runtime.Actions{StateDelta: runtime.Delta{"user:passport": "SECRET"}},
		"event":                           event, "event value": *event, "actions": event.Actions, "delta": delta, "split": delta.Split(),
		"invocation": inv, "context": step, "request": runtime.CreateRequest{State: state}, "write": store.Write{Key: "k", Value: "SECRET"},
		"wrapped": struct{ Session *runtime.Session }{session}, "list": []any{session, event, delta},
	}
	store := &printing{Store: memory.NewStore(), things: things}
	other, err := runtime.NewService(store).Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", State: state})
	must(t, err)
	must(t, runtime.NewService(store).AppendEvent(ctx, other, &runtime.Event{Actions: runtime.Actions{StateDelta: delta}}))
	must(t, runtime.Update(ctx, svc, session, &runtime.Event{}, func(state runtime.State) error {
		things["state of an update"] = state
		return state.Set("own", "SECRET")
	}))
	for name, thing := range things {
		for way, text := range everyWay(thing) {
			if strings.Contains(text, "SECRET") || strings.Contains(text, "987654") {
				t.Errorf("%s, %s: %s", name, way, text)
			}
		}
	}
	for thing, want := range map[any]string{
		session:         `Session{app: "a", user: "u", session: "s", keys: [list n "odd key\n" own pin user:passport], events: 2}`,
		session.State(): `State[list n "odd key\n" own pin user:passport]`,
		step:            `State[list n "odd key\n" own pin temp:x user:passport]`,
		inv:             `Invocation{id: "` + inv.ID() + `", keys: [temp:x]}`,
	} {
		if got := fmt.Sprint(thing); got != want {
			t.Errorf(" got %s\nwant %s", got, want)
		}
	}
	got := fmt.Sprintf("%+v", event)
	want := `Event{id: "e", seq: 0, invocation: "` + inv.ID() + `", author: "me", branch: "", time: ` +
		event.Timestamp.Format("2006-01-02T15:04:05.000000Z07:00") + `, content: "user" with 1 parts, changes: [n "odd key\n" temp:x user:passport]}`
	if got != want {
		t.Errorf(" got %s\nwant %s", got, want)
	}
	var none *runtime.Session
	if got := fmt.Sprint(none, (*runtime.Event)(nil), (*runtime.Invocation)(nil), runtime.Delta(nil)); got != "<nil> <nil> <nil> Delta[]" {
		t.Errorf("got %s", got)
	}
}

// printing is a store that keeps what it is asked to do, to be printed.
type printing struct {
	store.Store
	things map[string]any
}

func (s *printing) Create(ctx context.Context, a *store.Append) (store.Loaded, error) {
	loaded, err := s.Store.Create(ctx, a)
	s.things["loaded"], s.things["a pointer to it"] = loaded, &loaded
	return loaded, err
}

func (s *printing) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	done, err := s.Store.Append(ctx, a)
	kept := *a
	s.things["append"], s.things["stored event"], s.things["writes"] = &kept, a.Event, a.Writes()
	s.things["appended"] = *done
	return done, err
}

// everyWay returns what fmt and slog make of a value.
func everyWay(v any) map[string]string {
	texts := map[string]string{}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x", "%t", "%c", "%U", "%e", "%10v"} {
		texts[verb] = fmt.Sprintf(verb, v)
	}
	var text, json bytes.Buffer
	slog.New(slog.NewTextHandler(&text, nil)).Info("m", "v", v)
	slog.New(slog.NewJSONHandler(&json, nil)).Info("m", "v", v)
	texts["slog, text"], texts["slog, JSON"] = text.String(), json.String()
	texts["error"] = errors.Join(fmt.Errorf("%v", v)).Error()
	return texts
}

// TestPrintingInUpdateReadsNothing prints the state in an update, while another
// key of it changes.
func TestPrintingInUpdateReadsNothing(t *testing.T) {
	ctx := context.Background()
	svc := memory.New()
	session, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: map[string]any{"a": 1}})
	must(t, err)
	runs := 0
	must(t, runtime.Update(ctx, svc, session, &runtime.Event{}, func(state runtime.State) error {
		runs++
		_ = fmt.Sprint(state)
		for range runtime.Unnoted(state).All() {
			continue
		}
		other, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
		must(t, err)
		must(t, svc.AppendEvent(ctx, other, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"other": runs}}}))
		return state.Set("b", 1)
	}))
	if runs != 1 {
		t.Errorf("%d runs", runs)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
