package storetest

import (
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// listTests are about lists of sessions in pages, and with their state.
var listTests = []test{
	{"Pages", func(e *env) {
		want := e.createMany()
		e.same("whole", e.listIDs(runtime.ListRequest{AppName: app}), want)
		for limit := 1; limit < 10; limit++ {
			e.same(fmt.Sprintf("in pages of %d", limit), e.pages(runtime.ListRequest{AppName: app, Limit: limit}), want)
		}
		e.same("of a user", e.pages(runtime.ListRequest{AppName: app, UserID: "u2", Limit: 2}), "u2/a u2/b u2/c u2/ä")
	}},
	{"CursorOfAnotherUser", func(e *env) {
		e.createMany()
		infos, err := e.svc.List(e.Context(), runtime.ListRequest{AppName: app})
		e.must(err)
		before, after := infos[0].Cursor(), infos[len(infos)-1].Cursor()
		e.same("behind an earlier user", e.listIDs(runtime.ListRequest{AppName: app, UserID: "u2", Cursor: before}), "u2/a u2/b u2/c u2/ä")
		e.same("behind a later user", e.listIDs(runtime.ListRequest{AppName: app, UserID: "u2", Cursor: after}), "")
		for _, err := range e.svc.Sessions(e.Context(), runtime.ListRequest{AppName: app, UserID: "u2", Cursor: after}) {
			e.Fatalf("a session, error %v", err)
		}
	}},
	{"DeletedMeanwhile", func(e *env) {
		e.createMany()
		page, err := e.svc.List(e.Context(), runtime.ListRequest{AppName: app, Limit: 3})
		e.must(err)
		for _, gone := range []string{"a", "b"} {
			e.must(e.delete("u2", gone))
		}
		e.createAs(app, "u2", "aa", nil)
		next := runtime.ListRequest{AppName: app, Limit: 2, Cursor: page[2].Cursor()}
		e.same("third of the first page", page[2].SessionID, "a")
		e.same("second page", e.listIDs(next), "u2/aa u2/c")
	}},
	{"BadRequests", func(e *env) {
		e.createMany()
		for _, r := range []runtime.ListRequest{
			{}, {AppName: app, UserID: "\x00"}, {AppName: app, Cursor: "?"}, {AppName: app, Cursor: "W10"}, {AppName: app, Cursor: "WyIiLCIiXQ"},
		} {
			e.wantArgument(errOf(e.svc.List(e.Context(), r)), "list %+v", r)
			for _, err := range e.svc.Sessions(e.Context(), r) {
				e.wantArgument(err, "sessions %+v", r)
			}
		}
		for s, err := range e.svc.Sessions(e.ended(), runtime.ListRequest{AppName: app}) {
			if s != nil || err == nil {
				e.Errorf("after the context's end: %v, error %v", s, err)
			}
		}
	}},
	{"WithState", listWithState},
	{"ManyWithState", func(e *env) {
		const n = 205 // several pages
		for i := range n {
			e.createAs(app, fmt.Sprint("u", i%3), fmt.Sprintf("%03d", i), map[string]any{"n": i})
		}
		for _, limit := range []int{0, 1, 100, 101, 200, n, n + 1} {
			want := min(limit, n)
			if limit == 0 {
				want = n
			}
			seen := 0
			for s, err := range e.svc.Sessions(e.Context(), runtime.ListRequest{AppName: app, Limit: limit}) {
				e.must(err)
				n := e.value(s.State(), "n")
				e.same("state", fmt.Sprintf("%03d", n), s.ID())
				seen++
			}
			e.same(fmt.Sprintf("sessions up to %d", limit), seen, want)
		}
		for s, err := range e.svc.Sessions(e.Context(), runtime.ListRequest{AppName: app}) {
			e.must(err)
			e.same("the only one looked at", s.ID(), "000")
			break
		}
	}},
	{"DamagedState", whenDamageable(func(e *env) {
		e.create(map[string]any{"bad": 1, "good": 1, "user:bad": 1})
		e.createAs(app, user, "other", map[string]any{"good": 2})
		e.createAs(app, "zed", "sound", map[string]any{"good": 3})
		e.damage("bad", 0)
		e.damage("user:bad", 0)
		var keys []string
		sum := 0
		for s, err := range e.svc.Sessions(e.Context(), runtime.ListRequest{AppName: app}) {
			var damage *runtime.DamagedError
			if errors.As(err, &damage) {
				keys = append(keys, s.ID()+":"+strings.Join(damage.Keys, ","))
			}
			n := e.value(s.State(), "good")
			sum += n.(int)
		}
		e.same("damaged keys", keys, []string{"other:user:bad", "session:bad,user:bad"})
		e.same("what is sound", sum, 6)
	})},
}

// createMany creates sessions of several users, and shared state besides, and
// returns what a list of them all says.
func (e *env) createMany() string {
	for _, key := range []string{"u2/c", "u1/z", "u2/ä", "u10/x", "u2/a", "u2/b", "ü/1", "zz/y"} {
		user, id, _ := strings.Cut(key, "/")
		e.createAs(app, user, id, nil)
		e.createAs("other", user, id, nil)
	}
	for _, user := range []string{"u2", "u3", ""} {
		s := e.shared(user)
		e.append(s, runtime.Delta{"app:n": 1})
	}
	return "u1/z u10/x u2/a u2/b u2/c u2/ä zz/y ü/1"
}

func (e *env) listIDs(r runtime.ListRequest) string {
	e.Helper()
	infos, err := e.svc.List(e.Context(), r)
	e.must(err)
	var ids []string
	for _, i := range infos {
		ids = append(ids, i.UserID+"/"+i.SessionID)
	}
	return strings.Join(ids, " ")
}

// pages is listIDs page by page, which Sessions must agree with.
func (e *env) pages(r runtime.ListRequest) string {
	e.Helper()
	var pages []string
	for {
		page := e.listIDs(r)
		if page != "" {
			pages = append(pages, page)
		}
		var streamed []string
		last := ""
		for s, err := range e.svc.Sessions(e.Context(), r) {
			e.must(err)
			streamed = append(streamed, s.UserID()+"/"+s.ID())
			last = s.Cursor()
		}
		e.same("streamed", strings.Join(streamed, " "), page)
		if len(streamed) < r.Limit {
			return strings.Join(pages, " ")
		}
		r.Cursor = last
	}
}

// listWithState compares what is listed with what Get returns.
func listWithState(e *env) {
	e.create(map[string]any{"a": 1, "user:n": 1, "app:x": []any{"y"}})
	e.createAs(app, user, "empty", nil)
	e.createAs(app, "nobody else", "own", map[string]any{"user:n": 7})
	s := e.get()
	e.append(s, runtime.Delta{"a": sum(1), "user:n": sum(1)})
	e.append(s, runtime.Delta{"gone": 1})
	e.append(s, runtime.Delta{"gone": nil})
	var handles []*runtime.Session
	for listed, err := range e.svc.Sessions(e.Context(), runtime.ListRequest{AppName: app}) {
		e.must(err)
		got := e.getAs(app, listed.UserID(), listed.ID())
		e.wantState(listed, maps.Collect(got.State().All()))
		e.same("last update", listed.LastUpdateTime(), got.LastUpdateTime())
		e.same("events", listed.Events().Len(), 0)
		handles = append(handles, listed)
	}
	e.same("sessions", len(handles), 3)
	for i, listed := range handles { // which are as any other
		e.append(listed, runtime.Delta{"seen": i, "user:n": sum(10)})
		e.same("event in the handle", listed.Events().Len(), 1)
	}
	e.wantState(e.get(), map[string]any{"a": 2, "user:n": 22, "app:x": []any{"y"}, "seen": 2})
	e.must(e.delete(user, id))
	for listed, err := range e.svc.Sessions(e.Context(), runtime.ListRequest{AppName: app, UserID: user}) {
		e.must(err)
		e.must(e.delete(user, listed.ID()))
		e.createAs(app, user, listed.ID(), nil)
		e.wantIs(e.tryAppend(listed, runtime.Delta{"a": 1}), runtime.ErrSessionNotFound,
			"append to a session that was deleted since")
	}
}
