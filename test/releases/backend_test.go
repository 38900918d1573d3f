//go:build unix

package releases

import (
	"encoding/json"
	"iter"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/postgres"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// backend is where programs keep the state that they share.
type backend interface {
	// write carries out changes of a release, in one event where there are events,
	// and returns its ID. Later ends the writing; nil: it has ended.
	write(t *testing.T, r *rand.Rand, by release, changes []change) (event string, later func() string)
	state(t *testing.T) runtime.ReadonlyState
	asOf(t *testing.T, event string) runtime.ReadonlyState // nil: not known
}

func services(t *testing.T) map[string]*runtime.Service {
	t.Helper()
	file, fileErr := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "state.db"))
	pg, pgErr := postgres.Open(t.Context(), server.NewDatabase(t))
	if fileErr != nil || pgErr != nil {
		t.Fatal(fileErr, pgErr)
	}
	all := map[string]*runtime.Service{"memory": memory.New(), "sqlite": file, "postgres": pg}
	for _, svc := range all {
		t.Cleanup(func() {
			if err := svc.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	return all
}

// onService writes through every way that our runtime has.
type onService struct {
	svc     *runtime.Service
	session *runtime.Session // as it was at the beginning
}

func newOnService(t *testing.T, svc *runtime.Service, app string) onService {
	t.Helper()
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: app, UserID: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	return onService{svc, session}
}

func (b onService) get(t *testing.T, event string) *runtime.Session {
	t.Helper()
	s, err := b.svc.Get(t.Context(), runtime.GetRequest{
		AppName: b.session.AppName(), UserID: b.session.UserID(), SessionID: b.session.ID(), AsOf: event,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (b onService) state(t *testing.T) runtime.ReadonlyState { return b.get(t, "").State() }
func (b onService) asOf(t *testing.T, event string) runtime.ReadonlyState {
	return b.get(t, event).State()
}

func (b onService) write(t *testing.T, r *rand.Rand, by release, changes []change) (string, func() string) {
	t.Helper()
	session := b.session // whose view is of the past
	if r.IntN(2) == 0 {
		session = b.get(t, "")
	}
	way := r.IntN(4)
	for _, c := range changes {
		if c.reads {
			way = 0
		}
	}
	event := &runtime.Event{Author: "test"}
	switch way {
	case 0:
		must(t, runtime.Update(t.Context(), b.svc, session, event, func(s runtime.State) error { return all(changes)(by.of(s)) }))
	case 1:
		delta, err := by.delta(all(changes))
		must(t, err)
		event.Actions.StateDelta = delta
		must(t, b.svc.AppendEvent(t.Context(), session, event))
	default:
		inv := runtime.NewInvocation(b.svc, session)
		ctx := inv.Context("test", "")
		must(t, all(changes)(by.of(ctx)))
		later := func() string {
			event, err := ctx.Commit(t.Context(), nil)
			must(t, err)
			inv.End()
			return event.ID
		}
		if way == 3 {
			return "", later
		}
		return later(), nil
	}
	return event.ID, nil
}

func all(changes []change) func(accessors) error {
	return func(a accessors) error {
		for _, c := range changes {
			if err := c.write(a); err != nil {
				return err
			}
		}
		return nil
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// plain is a state as a host has it that knows neither merges nor events, and
// whose database keeps JSON.
type plain struct{ runtime.MapState }

func (b plain) state(*testing.T) runtime.ReadonlyState                { return b.MapState }
func (b plain) asOf(_ *testing.T, _ string) (_ runtime.ReadonlyState) { return nil }

func (b plain) write(t *testing.T, r *rand.Rand, by release, changes []change) (string, func() string) {
	t.Helper()
	reads := false
	for _, c := range changes {
		reads = reads || c.reads
	}
	if reads || r.IntN(2) == 0 {
		must(t, all(changes)(by.of(b.MapState)))
	} else {
		delta, err := by.delta(all(changes))
		must(t, err)
		resolved, err := delta.Resolve(b.MapState)
		must(t, err)
		maps.Copy(b.MapState, resolved)
	}
	text, err := json.Marshal(b.MapState)
	must(t, err)
	clear(b.MapState)
	must(t, json.Unmarshal(text, &b.MapState))
	return "", nil
}

// noState is a state of which nothing is set.
type noState struct{}

func (noState) Get(key string) (any, error) { return nil, &runtime.MissingError{Key: key} }
func (noState) All() iter.Seq2[string, any] { return func(func(string, any) bool) {} }
