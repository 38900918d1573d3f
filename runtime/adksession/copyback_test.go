package adksession_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"google.golang.org/adk/v2/session"
)

// held returns a service of ours with sessions of two users, a third user who has none,
// merges of a program on runtime, and keys that are null or cleared.
func held(t *testing.T) *runtime.Service {
	t.Helper()
	kept, svc := open(t)
	_, err := adksession.Copy(t.Context(), source(t), kept, "app")
	must(t, err)
	must(t, svc.AppendEvent(t.Context(), getAs(t, svc, "ann", "2"), event("merges", map[string]any{
		"sum": sum(3), "user:sum": sum(4), "app:big": 1 << 60,
	})))
	own, err := kept.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "ann", SessionID: "2"})
	must(t, err)
	must(t, kept.AppendEvent(t.Context(), own, &runtime.Event{ID: "plain", Author: "a program", Actions: runtime.Actions{
		StateDelta: runtime.Delta{"sum": sum(3), "user:sum": sum(4), "initial": nil},
	}}))
	shared, err := kept.Shared(t.Context(), runtime.SharedRequest{AppName: "app", UserID: "carl"})
	must(t, err)
	must(t, kept.AppendEvent(t.Context(), shared, &runtime.Event{ID: "1", Actions: runtime.Actions{
		StateDelta: runtime.Delta{"user:lang": "de", "user:trips": 2}}}))
	return kept
}

// shown is all that ADK shows of a session, as JSON, without what is nil.
func shown(t *testing.T, svc session.Service, user, id string) string {
	t.Helper()
	state := stateOf(getAs(t, svc, user, id))
	maps.DeleteFunc(state, func(_ string, v any) bool { return v == nil })
	text, err := json.Marshal(state)
	must(t, err)
	return string(text)
}

func TestCopyBack(t *testing.T) {
	kept := held(t)
	_, to := open(t)
	for range 2 { // the second time there is nothing to do
		copied, err := adksession.CopyBack(t.Context(), kept, to, "app")
		must(t, err)
		equal(t, "copied", copied.Copied, adksession.Copied{Sessions: 3, Events: 14})
		equal(t, "not kept", copied.NotKept, map[string]int{"merge": 1})
		for _, name := range []string{"ann/1", "ann/2", "bob/1"} {
			user, id, _ := strings.Cut(name, "/")
			equal(t, name, shown(t, to, user, id), shown(t, adksession.New(kept), user, id))
		}
		_, err = to.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "carl", SessionID: "new"})
		must(t, err)
		equal(t, "of a user without a session", stateOf(getAs(t, to, "carl", "new"))["user:trips"], any(2))
		must(t, to.Delete(t.Context(), &session.DeleteRequest{AppName: "app", UserID: "carl", SessionID: "new"}))
	}
	listed, err := to.List(t.Context(), &session.ListRequest{AppName: "app"})
	must(t, err)
	equal(t, "sessions", len(listed.Sessions), 3)
}

// breaking is a service that fails after so many writes.
type breaking struct {
	session.Service
	left int
}

func (f *breaking) step() error {
	if f.left--; f.left < 0 {
		return errCutOff
	}
	return nil
}

func (f *breaking) Create(ctx context.Context, r *session.CreateRequest) (*session.CreateResponse, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	return f.Service.Create(ctx, r)
}

func (f *breaking) Delete(ctx context.Context, r *session.DeleteRequest) error {
	return errors.Join(f.step(), f.Service.Delete(ctx, r))
}

func (f *breaking) AppendEvent(ctx context.Context, s session.Session, e *session.Event) error {
	return errors.Join(f.step(), f.Service.AppendEvent(ctx, s, e))
}

// Cut off anywhere, another call brings it to an end.
func TestCopyBackGoesOn(t *testing.T) {
	kept := held(t)
	_, whole := open(t)
	_, err := adksession.CopyBack(t.Context(), kept, whole, "app")
	must(t, err)
	for left := range 30 {
		_, to := open(t)
		_, err := adksession.CopyBack(t.Context(), kept, &breaking{to, left}, "app")
		if left < 20 && !errors.Is(err, errCutOff) {
			t.Errorf("cut off after %d: %v", left, err)
		}
		_, err = adksession.CopyBack(t.Context(), kept, to, "app")
		must(t, err)
		for _, name := range []string{"ann/1", "ann/2", "bob/1"} {
			user, id, _ := strings.Cut(name, "/")
			equal(t, name, shown(t, to, user, id), shown(t, whole, user, id))
			equal(t, "events", getAs(t, to, user, id).Events().Len(), getAs(t, whole, user, id).Events().Len())
		}
		listed, err := to.List(t.Context(), &session.ListRequest{AppName: "app"})
		must(t, err)
		equal(t, "sessions", len(listed.Sessions), 3)
	}
}

// A service in use keeps what it has, state that is shared included.
func TestCopyBackOverwritesNothing(t *testing.T) {
	kept := held(t)
	for what, change := range map[string]func(session.Service) error{
		`user "ann", session "1": event "new" is only in the copy`: func(to session.Service) error {
			return to.AppendEvent(t.Context(), getAs(t, to, "ann", "1"), event("new", map[string]any{"changed": 9, "user:last": "now", "app:n": 9}))
		},
		`user "ann": the other service has a session "9", which is not a copy`: func(to session.Service) error {
			_, err := to.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "ann", SessionID: "9", State: map[string]any{"user:last": "now", "app:n": 9}})
			return err
		},
		`user "zoe": the other service has a session "1", which is not a copy`: func(to session.Service) error {
			_, err := to.Create(t.Context(), &session.CreateRequest{AppName: "app", UserID: "zoe", SessionID: "1", State: map[string]any{"app:n": 9}})
			return err
		},
	} {
		_, to := open(t)
		_, err := adksession.CopyBack(t.Context(), kept, to, "app")
		must(t, err)
		must(t, change(to))
		before := shown(t, to, "ann", "1")
		_, err = adksession.CopyBack(t.Context(), kept, to, "app")
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("got %v, want %s", err, what)
		}
		equal(t, what, shown(t, to, "ann", "1"), before)
	}
}

// rounding is a service that reads large numbers as floats, and keeps no error codes.
type rounding struct{ session.Service }

func (r rounding) AppendEvent(ctx context.Context, s session.Session, e *session.Event) error {
	e.ErrorCode = ""
	if _, ok := e.Actions.StateDelta["app:big"]; ok {
		e.Actions.StateDelta["sum"] = 3.5
	}
	return r.Service.AppendEvent(ctx, s, e)
}

// What the other service doesn't keep is counted, and what it changes is an error.
func TestCopyBackCompares(t *testing.T) {
	kept := held(t)
	failed := event("failed", nil)
	failed.ErrorCode = "MAX_TOKENS"
	svc := adksession.New(kept)
	must(t, svc.AppendEvent(t.Context(), getAs(t, svc, "bob", "1"), failed))
	_, to := open(t)
	copied, err := adksession.CopyBack(t.Context(), kept, rounding{to}, "app")
	if err == nil || !strings.Contains(err.Error(), `user "ann", session "2": event "merges": the copy has another value of the field "stateDelta"`) {
		t.Errorf("error %v", err)
	}
	equal(t, "copied", copied.Copied, adksession.Copied{Sessions: 2, Events: 9})
	equal(t, "not kept", copied.NotKept, map[string]int{"merge": 1, "errorCode": 1})
}
