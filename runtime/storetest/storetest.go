// Package storetest proves that a store keeps the contract of store.Store.
// The stores of this module run it, and so can any other:
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, func(t testing.TB) storetest.Opened { … })
//	}
package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Opened is an empty store for one test.
type Opened struct {
	Service *runtime.Service
	// Again opens the same store once more, as another process would do.
	// It is nil if a store can't be opened twice.
	Again func(t testing.TB) *runtime.Service
	// Damage spoils the text of what is stored, behind the store's back, so
	// that it can't be decoded. It is nil if nobody can get at it; then the
	// tests of damaged stores are left out.
	Damage func(t testing.TB, what Stored)
	// Lossy opens the same store once more, through a connection that breaks under
	// the n-th answer after a call of lose, counted from 1: when the store has carried
	// out the request, and before the answer arrives. What lose returns says whether
	// this has happened, and sees to it that it doesn't any more. It is nil if a store
	// has no connection; then the tests of lost answers are left out.
	Lossy func(t testing.TB) (svc *runtime.Service, lose func(n int) (lost func() bool))
}

// Stored names a stored value or event.
type Stored struct {
	Session store.SessionKey // through which it can be read
	Key     string           // the value's full state key; empty: it is an event
	Seq     int64            // the event's number
}

// Open opens an empty store that is closed and removed when the test ends.
type Open func(t testing.TB) Opened

// Run runs the whole suite, each test on a store of its own. With go test -short it leaves
// out the longest histories, and repeats less of what chance decides.
func Run(t *testing.T, open Open) {
	for _, group := range []struct {
		name  string
		tests []test
	}{
		{"State", stateTests}, {"Values", valueTests}, {"Events", eventTests}, {"Sessions", sessionTests}, {"Names", namesTests},
		{"Merge", mergeTests}, {"Idempotence", idempotenceTests}, {"Update", updateTests}, {"UpdateRetry", updateRetryTests},
		{"Shared", sharedTests}, {"Invocation", invocationTests}, {"Replay", replayTests},
		{"Host", hostTests}, {"List", listTests}, {"Concurrency", concurrencyTests}, {"History", historyTests}, {"Damaged", damagedTests},
		{"LostAnswer", lostAnswerTests}, {"Filter", filterTests}, {"Erase", eraseTests}, {"Prune", pruneTests}, {"Import", importTests},
		{"Sizes", sizeTests}, {"ReadBack", readBackTests}, {"Clients", clientTests},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, test := range group.tests {
				t.Run(test.name, func(t *testing.T) {
					opened := open(t)
					test.run(&env{TB: t, svc: opened.Service, again: opened.Again, spoil: opened.Damage, lossy: opened.Lossy})
				})
			}
		})
	}
}

// rounds is how often a test repeats what chance decides: a fifth of it under -short.
func rounds(all int) int {
	if testing.Short() {
		return all / 5
	}
	return all
}

// inFull leaves a test out under -short.
func (e *env) inFull(why string) {
	e.Helper()
	if testing.Short() {
		e.Skip(why)
	}
}

type test struct {
	name string
	run  func(*env)
}

// env is what a test works with.
type env struct {
	testing.TB
	svc   *runtime.Service
	again func(testing.TB) *runtime.Service
	spoil func(testing.TB, Stored)
	lossy func(testing.TB) (*runtime.Service, func(int) func() bool)
}

// Names of the sessions in the tests.
const app, user, id = "app", "user", "session"

func (e *env) create(state map[string]any) *runtime.Session {
	e.Helper()
	return e.createAs(app, user, id, state)
}

func (e *env) createAs(app, user, id string, state map[string]any) *runtime.Session {
	e.Helper()
	s, err := e.svc.Create(e.Context(), runtime.CreateRequest{AppName: app, UserID: user, SessionID: id, State: state})
	e.must(err)
	return s
}

// get returns the session as it is stored.
func (e *env) get() *runtime.Session { e.Helper(); return e.getAs(app, user, id) }

func (e *env) getAs(app, user, id string) *runtime.Session {
	e.Helper()
	return e.getWith(runtime.GetRequest{AppName: app, UserID: user, SessionID: id})
}

func (e *env) getWith(r runtime.GetRequest) *runtime.Session {
	e.Helper()
	if r.AppName == "" {
		r.AppName, r.UserID, r.SessionID = app, user, id
	}
	s, err := e.svc.Get(e.Context(), r)
	e.must(err)
	return s
}

func (e *env) append(s *runtime.Session, delta runtime.Delta) *runtime.Event {
	e.Helper()
	event := change(delta)
	e.must(e.svc.AppendEvent(e.Context(), s, event))
	return event
}

// change returns an event that carries a delta.
func change(delta runtime.Delta) *runtime.Event {
	return &runtime.Event{Author: "test", Actions: runtime.Actions{StateDelta: delta}}
}

// by returns an event for an update.
func by(author string) *runtime.Event { return &runtime.Event{Author: author} }

// errOf is the error of a call whose answer doesn't matter.
func errOf[T any](_ T, err error) error { return err }

// wantIs checks which error a call has returned.
func (e *env) wantIs(err, want error, what string, args ...any) {
	e.Helper()
	if !errors.Is(err, want) {
		e.Errorf("%s: got error %v, want %v", fmt.Sprintf(what, args...), err, want)
	}
}

// wantArgument checks that a call was refused for what it was given.
func (e *env) wantArgument(err error, what string, args ...any) {
	e.Helper()
	var argument *runtime.ArgumentError
	if !errors.As(err, &argument) {
		e.Errorf("%s: got error %v, want an *ArgumentError", fmt.Sprintf(what, args...), err)
	}
}

// together calls fn for each number below n, all at once.
func (e *env) together(n int, fn func(i int) error) {
	var wait parallel.Group
	for i := range n {
		wait.Go(func() {
			if err := fn(i); err != nil {
				e.Error(err)
			}
		})
	}
	wait.Wait()
}

// repeat calls fn for each number below n, one after the other, until it fails.
func repeat(n int, fn func(i int) error) error {
	for i := range n {
		if err := fn(i); err != nil {
			return err
		}
	}
	return nil
}

// tryAppend appends an event with a delta.
func (e *env) tryAppend(s *runtime.Session, delta runtime.Delta) error {
	return e.svc.AppendEvent(e.Context(), s, change(delta))
}

// update is runtime.Update.
func (e *env) update(s *runtime.Session, fn func(runtime.State) error) error {
	return runtime.Update(e.Context(), e.svc, s, by("test"), fn)
}

func (e *env) delete(user, id string) error {
	return e.svc.Delete(e.Context(), runtime.DeleteRequest{AppName: app, UserID: user, SessionID: id})
}

// wantGone checks that a session isn't there.
func (e *env) wantGone(user, id string) {
	e.Helper()
	_, err := e.svc.Get(e.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: id})
	e.wantIs(err, runtime.ErrSessionNotFound, "get")
}

func (e *env) must(err error) {
	e.Helper()
	if err != nil {
		e.Fatal(err)
	}
}

// wantState compares a session's whole merged state.
func (e *env) wantState(s *runtime.Session, want map[string]any) {
	e.Helper()
	e.same("state", maps.Collect(s.State().All()), want)
}

// wantStored compares the state as stored and as the handle shows it.
func (e *env) wantStored(s *runtime.Session, want map[string]any) {
	e.Helper()
	e.wantState(s, want)
	e.wantState(e.getAs(s.AppName(), s.UserID(), s.ID()), want)
}

func (e *env) same(what string, got, want any) {
	e.Helper()
	if !reflect.DeepEqual(got, want) {
		e.Fatalf("%s:\n got %s\nwant %s", what, short(got), short(want))
	}
}

func short(v any) string {
	if delta, ok := v.(runtime.Delta); ok {
		v = map[string]any(delta) // which prints its values
	}
	text := fmt.Sprintf("%#v", v)
	if len(text) > 600 {
		text = text[:600] + "…"
	}
	return text
}

// eventIDs lists the IDs of a session's events.
func eventIDs(s *runtime.Session) string {
	var ids []string
	for e := range s.Events().All() {
		ids = append(ids, e.ID)
	}
	return strings.Join(ids, " ")
}

// at returns a time on a fixed day, so many seconds after its start.
func at(seconds int) time.Time {
	return time.Date(2026, 3, 14, 0, 0, seconds, 0, time.UTC)
}

// sum, union … are operations as generated code makes them.
func sum(n any) runtime.Op             { return runtime.Op{Kind: runtime.OpSum, Operand: n} }
func appendTo(items ...any) runtime.Op { return runtime.Op{Kind: runtime.OpAppend, Operand: items} }
func union(items ...any) runtime.Op    { return runtime.Op{Kind: runtime.OpUnion, Operand: items} }

// ended returns a context that has ended already.
func (e *env) ended() context.Context {
	ctx, cancel := context.WithCancel(e.Context())
	cancel()
	return ctx
}
