package exact

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// store keeps a state and gives it back as a reader in another process would
// see it.
type store func(t *testing.T, delta runtime.Delta) runtime.State

// stores are all of ours, and the shapes in which others give values back.
func stores(t *testing.T, postgresURL string) map[string]store {
	file, fileErr := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "state.db"))
	pg, pgErr := postgres.Open(t.Context(), postgresURL)
	return map[string]store{
		"memory":      ofService(t, memory.New(), nil),
		"sqlite":      ofService(t, file, fileErr),
		"postgres":    ofService(t, pg, pgErr),
		"map":         func(_ *testing.T, d runtime.Delta) runtime.State { return runtime.MapState(d) },
		"json floats": asJSON,
	}
}

func ofService(t *testing.T, service *runtime.Service, err error) store {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := service.Close(); err != nil {
			t.Error(err)
		}
	})
	apps := 0 // one for each state: what they share would mix
	return func(t *testing.T, delta runtime.Delta) runtime.State {
		ctx := context.Background()
		apps++
		session, err := service.Create(ctx, runtime.CreateRequest{AppName: "app" + strconv.Itoa(apps), UserID: "ann"})
		if err != nil {
			t.Fatal(err)
		}
		if err := service.AppendEvent(ctx, session, &runtime.Event{Author: "test", Actions: runtime.Actions{StateDelta: delta}}); err != nil {
			t.Fatalf("the store refuses what the setters took: %v", err)
		}
		again, err := service.Get(ctx, runtime.GetRequest{AppName: session.AppName(), UserID: session.UserID(), SessionID: session.ID()})
		if err != nil {
			t.Fatal(err)
		}
		return copyOf(again.State())
	}
}

// copyOf makes a state that only this test has, of the very values.
func copyOf(s runtime.ReadonlyState) runtime.State {
	m := runtime.MapState{}
	for key, value := range s.All() {
		m[key] = value
	}
	return m
}

// asJSON keeps a state as services do that know only JSON.
func asJSON(t *testing.T, delta runtime.Delta) runtime.State {
	text, err := json.Marshal(delta)
	if err != nil {
		t.Fatal(err)
	}
	back := runtime.MapState{}
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	return back
}
