package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
)

// recorder keeps what an observer is told.
type recorder struct {
	mu    sync.Mutex
	calls []runtime.Call
}

func (r *recorder) observe(_ context.Context, c runtime.Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls = append(r.calls, c)
}

// last returns the last call and forgets all.
func (r *recorder) last(t *testing.T) runtime.Call {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.calls) != 1 {
		t.Fatalf("%d calls were reported: %+v", len(r.calls), r.calls)
	}
	c := r.calls[0]
	r.calls = nil
	if c.Start.IsZero() || c.Duration < 0 {
		t.Errorf("%s has no time", c.Name)
	}
	return c
}

func observedSession(t *testing.T, o runtime.Observer) (*runtime.Service, *runtime.Session) {
	t.Helper()
	svc := memory.New()
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "app", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	return svc.Observed(o), s
}

func TestObserver(t *testing.T) {
	var r recorder
	svc, s := observedSession(t, r.observe)
	ctx := t.Context()
	ignored := func(...any) {}
	for _, c := range []struct {
		name   string
		run    func() error
		events int
		keys   int
	}{
		{"Create", func() error {
			_, err := svc.Create(ctx, runtime.CreateRequest{AppName: "app", UserID: "u", State: map[string]any{"a": 1, "user:b": 2}})
			return err
		}, 1, 2},
		{"AppendEvent", func() error {
			return svc.AppendEvent(ctx, s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"x": 1, "temp:y": 2}}})
		}, 1, 1},
		{"AppendResolved", func() error { _, err := svc.AppendResolved(ctx, s, &runtime.Event{}); return err }, 1, 0},
		{"Update", func() error {
			return runtime.Update(ctx, svc, s, &runtime.Event{}, func(st runtime.State) error { return st.Set("x", 2) })
		}, 1, 1},
		{"AppendEvent", func() error { return runtime.NewInvocation(svc, s).AppendEvent(ctx, &runtime.Event{}) }, 1, 0},
		{"Commit", func() error {
			c := runtime.NewInvocation(svc, s).Context("a", "")
			_, err := c.Commit(ctx, runtime.NewText("model", "hi"))
			return err
		}, 1, 0},
		{"Get", func() error {
			_, err := svc.Get(ctx, runtime.GetRequest{AppName: "app", UserID: "u", SessionID: "s", NumRecentEvents: 3})
			return err
		}, 3, 0},
		{"Events", func() error {
			for _, err := range svc.Events(ctx, runtime.EventsRequest{AppName: "app", UserID: "u", SessionID: "s"}) {
				ignored(err)
			}
			return nil
		}, 5, 0},
		{"Shared", func() error { _, err := svc.Shared(ctx, runtime.SharedRequest{AppName: "app"}); return err }, 0, 0},
		{"List", func() error { _, err := svc.List(ctx, runtime.ListRequest{AppName: "app"}); return err }, 0, 0},
		{"Sessions", func() error {
			for _, err := range svc.Sessions(ctx, runtime.ListRequest{AppName: "app"}) {
				ignored(err)
			}
			return nil
		}, 0, 0},
		{"Apps", func() error {
			for _, err := range svc.Apps(ctx, runtime.AppsRequest{}) {
				ignored(err)
			}
			return nil
		}, 0, 0},
		{"Users", func() error {
			for _, err := range svc.Users(ctx, runtime.UsersRequest{AppName: "app"}) {
				ignored(err)
			}
			return nil
		}, 0, 0},
		{"Ping", func() error { return svc.Ping(ctx) }, 0, 0},
		{"Delete", func() error {
			return svc.Delete(ctx, runtime.DeleteRequest{AppName: "app", UserID: "u", SessionID: "s"})
		}, 0, 0},
	} {
		if err := c.run(); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		got := r.last(t)
		appended := 0
		if c.events == 1 {
			appended = 1
		}
		if got.Name != c.name || got.AppName != "app" && c.name != "Apps" && c.name != "Ping" || got.Attempts != 1 ||
			got.Events != c.events || got.DeltaKeys != c.keys || got.Batch != appended || got.Err != nil || got.ErrorType() != "" {
			t.Errorf("%s was reported as %+v", c.name, got)
		}
	}
}

// TestObserverOfConflict has another writer overtake an update twice.
func TestObserverOfConflict(t *testing.T) {
	var r recorder
	svc, s := observedSession(t, r.observe)
	other := svc.Observed(nil)
	runs := 0
	err := runtime.Update(t.Context(), svc, s, &runtime.Event{}, func(st runtime.State) error {
		if _, err := st.Get("n"); err != nil && !runtime.IsMissing(err) {
			return err
		}
		if runs++; runs <= 2 {
			elsewhere, err := other.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "u", SessionID: "s"})
			if err != nil {
				return err
			}
			if err := other.AppendEvent(t.Context(), elsewhere, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"n": runs}}}); err != nil {
				return err
			}
		}
		return st.Set("n", 10)
	})
	if err != nil {
		t.Fatal(err)
	}
	if c := r.last(t); c.Attempts != 3 || c.Conflicts != 2 || c.DeltaKeys != 1 || c.DeltaBytes != 3 {
		t.Errorf("reported as %+v", c)
	}
}

func TestErrorType(t *testing.T) {
	var r recorder
	svc, s := observedSession(t, r.observe)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		want string
		run  func() error
	}{
		{"session_exists", func() error {
			_, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "app", UserID: "u", SessionID: "s"})
			return err
		}},
		{"canceled", func() error { return svc.AppendEvent(ended, s, &runtime.Event{}) }},
		{"value", func() error {
			return svc.AppendEvent(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"x": func() {}}}})
		}},
		{"argument", func() error { return svc.AppendEvent(t.Context(), s, &runtime.Event{Author: "\x00"}) }},
		{"session_not_found", func() error {
			_, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "u", SessionID: "none"})
			return err
		}},
		{"other", func() error {
			return runtime.Update(t.Context(), svc, s, &runtime.Event{}, func(runtime.State) error { return errors.New("no") })
		}},
	} {
		err := c.run()
		if got := r.last(t); err == nil || got.ErrorType() != c.want || !errors.Is(got.Err, err) || got.Batch != 0 {
			t.Errorf("%v was reported as %q: %+v", err, got.ErrorType(), got)
		}
	}
}

// TestBlockedObserver has an observer keep one caller waiting while others use the
// handle, the invocation, the key and the context that it used.
func TestBlockedObserver(t *testing.T) {
	type blocked struct{}
	reached, gate := make(chan string), make(chan struct{})
	svc, s := observedSession(t, func(ctx context.Context, c runtime.Call) {
		if ctx.Value(blocked{}) != nil {
			reached <- c.Name
			<-gate
		}
	})
	inv := runtime.NewInvocation(svc, s)
	step := inv.Context("a", "")
	increment := func(st runtime.State) error {
		_, err := st.Get("n")
		if err != nil && !runtime.IsMissing(err) {
			return err
		}
		return st.Set("n", 1)
	}
	use := func(ctx context.Context) []func() error {
		return []func() error{
			func() error { return svc.AppendEvent(ctx, s, &runtime.Event{}) },
			func() error { return runtime.Update(ctx, svc, s, &runtime.Event{}, increment) },
			func() error { return inv.AppendEvent(ctx, &runtime.Event{}) },
			func() error { _, err := step.Commit(ctx, nil); return err },
			func() error {
				for _, err := range svc.Sessions(ctx, runtime.ListRequest{AppName: "app"}) {
					return err
				}
				return errors.New("no session")
			},
		}
	}
	var slow sync.WaitGroup
	for _, call := range use(context.WithValue(t.Context(), blocked{}, true)) {
		slow.Add(1)
		go func() {
			defer slow.Done()
			if err := call(); err != nil {
				t.Error(err)
			}
		}()
		<-reached
		for _, other := range use(t.Context()) {
			if err := other(); err != nil {
				t.Error(err)
			}
		}
	}
	close(gate)
	slow.Wait()
}

func TestPanickingObserver(t *testing.T) {
	svc, s := observedSession(t, func(context.Context, runtime.Call) { panic("mine") })
	if err := svc.AppendEvent(t.Context(), s, &runtime.Event{ID: "e"}); err != nil {
		t.Fatal(err)
	}
	if got := s.Events().Len(); got != 1 {
		t.Errorf("%d events", got)
	}
}

// TestObserverLearnsNoValues prints all that an observer is told, whatever the verb
// and the field.
func TestObserverLearnsNoValues(t *testing.T) {
	var r recorder
	svc, s := observedSession(t, r.observe)
	if err := svc.AppendEvent(t.Context(), s, &runtime.Event{Author: "secret-author", Actions: runtime.Actions{
		StateDelta: runtime.Delta{"order_secret": "secret", "seats": runtime.Op{Kind: runtime.OpAppend, Operand: []any{"secret"}}},
	}}); err != nil {
		t.Fatal(err)
	}
	c := r.last(t)
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{fmt.Sprint(c), fmt.Sprintf("%+v %#v", c, c), string(text)} {
		if strings.Contains(text, "secret") {
			t.Errorf("prints %s", text)
		}
	}
}
