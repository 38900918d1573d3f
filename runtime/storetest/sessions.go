package storetest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

var sessionTests = []test{
	{"CreateChoosesID", func(e *env) {
		a, b := e.createAs(app, user, "", nil), e.createAs(app, user, "", nil)
		if a.ID() == "" || a.ID() == b.ID() {
			e.Fatalf("IDs %q and %q", a.ID(), b.ID())
		}
		e.same("app and user", a.AppName()+" "+a.UserID(), app+" "+user)
	}},
	{"CreateAtATime", func(e *env) {
		long := time.Date(2020, 1, 2, 3, 4, 5, 6789, time.FixedZone("", 3600))
		s, err := e.svc.Create(e.Context(), runtime.CreateRequest{AppName: app, UserID: user, SessionID: id, Timestamp: long})
		e.must(err)
		for _, handle := range []*runtime.Session{s, e.get()} {
			e.same("last update", handle.LastUpdateTime(), long.UTC().Truncate(time.Microsecond))
		}
		late := runtime.CreateRequest{AppName: app, UserID: user, SessionID: "late", Timestamp: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}
		e.wantArgument(errOf(e.svc.Create(e.Context(), late)), "in the year 10000")
	}},
	{"CreateTwice", func(e *env) {
		s := e.create(map[string]any{"a": 1, "user:a": 1})
		_, err := e.svc.Create(e.Context(), runtime.CreateRequest{
			AppName: app, UserID: user, SessionID: id, State: map[string]any{"a": 2, "user:a": 2, "app:a": 2}})
		e.wantIs(err, runtime.ErrSessionExists, "the call")
		e.wantStored(s, map[string]any{"a": 1, "user:a": 1})
	}},
	{"CreateOfTheSameEvent", func(e *env) {
		_, err := e.svc.Store().Create(e.Context(), creation(id))
		e.must(err)
		e.wantExists(id)
		s := e.get()
		e.append(s, runtime.Delta{"a": 2})
		e.wantExists(id) // after the session went on, too
		e.wantStored(s, map[string]any{"a": 2})
		e.same("events", e.get().Events().Len(), 1)
	}},
	{"NotFound", func(e *env) {
		e.create(nil)
		for _, key := range [][3]string{{"x", user, id}, {app, "x", id}, {app, user, "x"}} {
			_, err := e.svc.Get(e.Context(), runtime.GetRequest{AppName: key[0], UserID: key[1], SessionID: key[2]})
			e.wantIs(err, runtime.ErrSessionNotFound, "%v", key)
		}
	}},
	{"EmptyNames", func(e *env) {
		for _, key := range [][3]string{{"", user, id}, {app, "", id}, {app, user, ""}} {
			r := runtime.GetRequest{AppName: key[0], UserID: key[1], SessionID: key[2]}
			e.wantArgument(errOf(e.svc.Get(e.Context(), r)), "get %q", key)
			e.wantArgument(e.svc.Delete(e.Context(), runtime.DeleteRequest(store.SessionKey(key3(key)))),
				"delete %q", key)
			if key[2] == "" {
				continue // Create chooses one
			}
			e.wantArgument(errOf(e.svc.Create(e.Context(), runtime.CreateRequest{AppName: key[0], UserID: key[1], SessionID: key[2]})),
				"create %q", key)
		}
	}},
	{"BadNamesInFilters", func(e *env) {
		e.create(nil)
		for _, bad := range []string{"\x00", "\xff", strings.Repeat("x", 257)} {
			e.wantArgument(errOf(e.svc.List(e.Context(), runtime.ListRequest{AppName: app, UserID: bad})),
				"list %.9q", bad)
			r := runtime.GetRequest{AppName: app, UserID: user, SessionID: id, AsOf: bad}
			e.wantArgument(errOf(e.svc.Get(e.Context(), r)), "as of %.9q", bad)
		}
	}},
	{"List", func(e *env) {
		e.createAs(app, "u2", "b", nil)
		s := e.createAs(app, "u2", "a", nil)
		e.createAs(app, "u1", "c", nil)
		e.createAs("other", "u1", "d", nil)
		_, err := e.svc.Shared(e.Context(), runtime.SharedRequest{AppName: app, UserID: "u2"})
		e.must(err)
		e.append(s, runtime.Delta{"x": 1})
		list := func(user string) string {
			infos, err := e.svc.List(e.Context(), runtime.ListRequest{AppName: app, UserID: user})
			e.must(err)
			text := ""
			for _, i := range infos {
				text += fmt.Sprintf("%s/%s/%s:%d ", i.AppName, i.UserID, i.SessionID, i.Events)
			}
			return text
		}
		e.same("of a user", list("u2"), "app/u2/a:1 app/u2/b:0 ")
		e.same("of all users", list(""), "app/u1/c:0 app/u2/a:1 app/u2/b:0 ")
		e.same("of nobody", list("nobody"), "")
		infos, err := e.svc.List(e.Context(), runtime.ListRequest{AppName: app, UserID: "u2"})
		e.must(err)
		if !infos[0].LastUpdateTime.Equal(s.LastUpdateTime()) {
			e.Errorf("last update %v, want %v", infos[0].LastUpdateTime, s.LastUpdateTime())
		}
	}},
	{"Delete", deleteSession},
	{"DeleteIfItEndsThere", func(e *env) {
		made, err := e.svc.Store().Create(e.Context(), creation(id))
		e.must(err)
		s := e.get()
		e.append(s, runtime.Delta{"a": 2})
		at := func(incarnation, last int64) store.DeleteQuery {
			return store.DeleteQuery{Session: creation(id).Session, Incarnation: incarnation, Last: last}
		}
		for what, q := range map[string]store.DeleteQuery{"an earlier event": at(made.Incarnation, 0), "a later event": at(made.Incarnation, 2)} {
			e.wantIs(e.svc.Store().Delete(e.Context(), q), store.ErrSessionWentOn, "%s", what)
		}
		e.must(e.svc.Store().Delete(e.Context(), at(made.Incarnation+1, 1))) // which is gone
		e.wantStored(s, map[string]any{"a": 2})
		for range 2 {
			e.must(e.svc.Store().Delete(e.Context(), at(made.Incarnation, 1)))
			e.wantGone(user, id)
		}
	}},
	{"ContextEnded", func(e *env) {
		s := e.create(nil)
		ctx := e.ended()
		key := store.SessionKey{AppName: app, UserID: user, SessionID: id}
		_, errCreate := e.svc.Create(ctx, runtime.CreateRequest{AppName: app, UserID: user, SessionID: "new"})
		_, errGet := e.svc.Get(ctx, runtime.GetRequest{AppName: app, UserID: user, SessionID: id})
		_, errList := e.svc.List(ctx, runtime.ListRequest{AppName: app})
		_, errNames := collect(e.svc.Apps(ctx, runtime.AppsRequest{}))
		for name, err := range map[string]error{
			"create": errCreate, "get": errGet, "list": errList, "names": errNames,
			"delete": e.svc.Delete(ctx, runtime.DeleteRequest(key)),
			"append": e.svc.AppendEvent(ctx, s, change(runtime.Delta{"a": 1})),
		} {
			e.wantIs(err, context.Canceled, "%s", name)
		}
		e.wantStored(s, map[string]any{})
	}},
}

// creation creates a session with the same event each time, as an import does.
func creation(id string) *store.Append {
	return &store.Append{
		Session: store.SessionKey{AppName: app, UserID: user, SessionID: id},
		Event:   &store.StoredEvent{ID: "creation", Author: "create", Timestamp: at(1), Writes: []store.Write{{Key: "a", Value: 1}}},
	}
}

// wantExists creates the session with its own first event, which another call has done.
func (e *env) wantExists(id string) {
	e.Helper()
	e.wantIs(errOf(e.svc.Store().Create(e.Context(), creation(id))), store.ErrSessionExists, "created again")
}

func key3(k [3]string) store.SessionKey {
	return store.SessionKey{AppName: k[0], UserID: k[1], SessionID: k[2]}
}

func deleteSession(e *env) {
	s := e.create(map[string]any{"a": 1, "user:kept": 1})
	e.append(s, runtime.Delta{"b": 2, "app:kept": 1})
	other := e.createAs(app, user, "other", map[string]any{"own": 1})
	request := runtime.DeleteRequest{AppName: app, UserID: user, SessionID: id}
	e.must(e.svc.Delete(e.Context(), request))
	e.must(e.svc.Delete(e.Context(), request)) // a retry succeeds
	e.wantGone(user, id)
	lost := change(runtime.Delta{"a": 3, "user:kept": 3})
	e.wantIs(e.svc.AppendEvent(e.Context(), s, lost), runtime.ErrSessionNotFound, "append after delete")
	again := e.create(map[string]any{"new": 1})
	want := map[string]any{"new": 1, "user:kept": 1, "app:kept": 1}
	e.wantStored(again, want)
	e.same("events under the ID used again", e.get().Events().Len(), 0)
	e.wantIs(e.svc.AppendEvent(e.Context(), s, lost), runtime.ErrSessionNotFound,
		"append of the deleted session's handle to the new one")
	e.append(again, runtime.Delta{"a": 5})
	want["a"] = 5
	e.wantStored(again, want)
	e.same("number of the first event", again.Events().At(0).Seq, int64(1))
	e.wantState(e.getAs(app, user, other.ID()), map[string]any{"own": 1, "user:kept": 1, "app:kept": 1})
}
