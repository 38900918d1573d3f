package storetest

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
)

var namesTests = []test{
	{"Nothing", func(e *env) {
		e.wantNames("apps", e.apps(""), "")
		e.wantNames("users", e.users(app, ""), "")
	}},
	{"OrderAndCursor", func(e *env) {
		for _, name := range []string{"b", "a", "B", "é", "a b", "c"} {
			e.createAs(name, "u", id, nil)
			e.createAs("c", name, id, nil)
		}
		e.wantNames("apps", e.apps(""), "B|a|a b|b|c|é")
		e.wantNames("apps after a", e.apps("a"), "a b|b|c|é")
		e.wantNames("apps after what isn't there", e.apps("aa"), "b|c|é")
		e.wantNames("users", e.users("c", ""), "B|a|a b|b|c|u|é")
		e.wantNames("users after u", e.users("c", "u"), "é")
		e.wantNames("users of another app", e.users("b", ""), "u")
		e.wantNames("users of none", e.users("nobody", ""), "")
	}},
	{"StateAlone", statesAlone},
	{"WhileOthersWrite", namesWhileOthersWrite},
	{"BadNames", func(e *env) {
		for what, names := range map[string]iter.Seq2[string, error]{
			"apps":          e.svc.Apps(e.Context(), runtime.AppsRequest{After: "\x00"}),
			"users":         e.svc.Users(e.Context(), runtime.UsersRequest{AppName: app, After: "\xff"}),
			"users of none": e.svc.Users(e.Context(), runtime.UsersRequest{}),
		} {
			e.wantArgument(errOf(collect(names)), "%s", what)
		}
	}},
}

// statesAlone has apps and users of which only shared state, or not even that, is
// left.
func statesAlone(e *env) {
	s := e.createAs("kept", "state", id, map[string]any{"user:a": 1, "app:a": 1})
	e.must(e.svc.Delete(e.Context(), runtime.DeleteRequest{AppName: "kept", UserID: "state", SessionID: s.ID()}))
	shared, err := e.svc.Shared(e.Context(), runtime.SharedRequest{AppName: "kept", UserID: "direct"})
	e.must(err)
	e.append(shared, runtime.Delta{"user:a": 1})
	e.createAs("gone", "u", id, nil)
	e.must(e.svc.Delete(e.Context(), runtime.DeleteRequest{AppName: "gone", UserID: "u", SessionID: id}))
	s = e.createAs("kept", "cleared", id, map[string]any{"user:a": 1})
	e.append(s, runtime.Delta{"user:a": nil})
	e.must(e.svc.Delete(e.Context(), runtime.DeleteRequest{AppName: "kept", UserID: "cleared", SessionID: id}))
	own, err := e.svc.Shared(e.Context(), runtime.SharedRequest{AppName: "own"})
	e.must(err)
	e.append(own, runtime.Delta{"app:a": 1})

	e.wantNames("apps", e.apps(""), "kept|own")
	e.wantNames("users", e.users("kept", ""), "direct|state")
	e.wantNames("users of an app without any", e.users("own", ""), "")
}

// namesWhileOthersWrite walks again and again while others create and delete: what
// is there all the time is named once, in its place.
func namesWhileOthersWrite(e *env) {
	var want []string
	for i := range 260 { // more than a page
		want = append(want, fmt.Sprintf("u%03d", i))
		e.createAs(app, want[i], id, nil)
	}
	for _, err := range e.svc.Users(e.Context(), runtime.UsersRequest{AppName: app}) {
		e.must(err)
		break // the walk may be left early
	}
	var writers parallel.Group
	writers.Go(func() {
		e.together(2, func(w int) error {
			return repeat(20, func(i int) error {
				// Before, between and after the others, across the pages' ends.
				passing := fmt.Sprintf("u%03d-%d", (i*37)%260, w)
				_, err := e.svc.Create(e.Context(), runtime.CreateRequest{AppName: app, UserID: passing, SessionID: id})
				return errors.Join(err, e.delete(passing, id))
			})
		})
	})
	done := make(chan struct{})
	go func() { writers.Wait(); close(done) }()
	for walks := 0; ; walks++ {
		select {
		case <-done:
			return
		default:
		}
		names := e.users(app, "")
		if !slices.IsSorted(names) {
			e.Fatalf("walk %d is not in order: %q", walks, names)
		}
		lasting := slices.DeleteFunc(names, func(name string) bool { return strings.Contains(name, "-") })
		e.wantNames("users there all the time", lasting, strings.Join(want, "|"))
	}
}

func (e *env) apps(after string) []string {
	e.Helper()
	return e.collect(e.svc.Apps(e.Context(), runtime.AppsRequest{After: after}))
}

func (e *env) users(appName, after string) []string {
	e.Helper()
	return e.collect(e.svc.Users(e.Context(), runtime.UsersRequest{AppName: appName, After: after}))
}

func (e *env) collect(seq iter.Seq2[string, error]) []string {
	e.Helper()
	names, err := collect(seq)
	e.must(err)
	return names
}

func collect(seq iter.Seq2[string, error]) (names []string, err error) {
	for name, err := range seq {
		if err != nil {
			return names, err
		}
		names = append(names, name)
	}
	return names, nil
}

func (e *env) wantNames(what string, got []string, want string) {
	e.Helper()
	e.same(what, strings.Join(got, "|"), want)
}
