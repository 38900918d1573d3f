package inspect

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// pageSize is how many names a page lists.
const pageSize = 50

// names is a page of apps or users.
type names struct {
	Heading string
	Items   []item
	Next    string // the address of the next page; empty: this is the last
	State   []section
	Path    string // none: the state is that of no session
	Problem string
}

type item struct {
	Text, Link string
	Note       string
	Time       time.Time
}

// apps is the first page.
func (s *Server) apps(w http.ResponseWriter, r *http.Request) error {
	n := names{Heading: "Apps"}
	list, more, err := take(s.Service.Apps(r.Context(), runtime.AppsRequest{After: r.FormValue("after")}))
	if err != nil {
		return err
	}
	for _, app := range list {
		n.Items = append(n.Items, item{Text: app, Link: path("app", app)})
	}
	if more {
		n.Next = "/?after=" + url.QueryEscape(list[len(list)-1])
	}
	return s.show(w, "names.html", "Apps", n)
}

// take takes a page of a sequence, and says whether there is more.
func take[T any](seq iter.Seq2[T, error]) (list []T, more bool, err error) {
	for v, err := range seq {
		if err != nil {
			return nil, false, err
		}
		if len(list) == pageSize {
			return list, true, nil
		}
		list = append(list, v)
	}
	return list, false, nil
}

// users is the page of an app, with its state.
func (s *Server) users(w http.ResponseWriter, r *http.Request) error {
	app := named(r, "app")
	n := names{Heading: "Users"}
	list, more, err := take(s.Service.Users(r.Context(), runtime.UsersRequest{AppName: app, After: r.FormValue("after")}))
	if err != nil {
		return err
	}
	for _, user := range list {
		n.Items = append(n.Items, item{Text: user, Link: path("app", app, "user", user)})
	}
	if more {
		n.Next = path("app", app) + "?after=" + url.QueryEscape(list[len(list)-1])
	}
	if len(list) > 0 {
		n.State, n.Problem = s.shared(r.Context(), app, list[0], runtime.ScopeApp)
	}
	return s.show(w, "names.html", app, n, crumb{app, ""})
}

// sessions is the page of a user, with what he has in all sessions.
func (s *Server) sessions(w http.ResponseWriter, r *http.Request) error {
	app, user := named(r, "app"), named(r, "user")
	n := names{Heading: "Sessions"}
	list, err := s.Service.List(r.Context(), runtime.ListRequest{AppName: app, UserID: user, Limit: pageSize, Cursor: r.FormValue("after")})
	if err != nil {
		return err
	}
	for _, one := range list {
		n.Items = append(n.Items, item{Text: one.SessionID, Link: of{app, user, one.SessionID}.path(), Time: one.LastUpdateTime, Note: events(one.Events)})
	}
	if len(list) == pageSize {
		n.Next = path("app", app, "user", user) + "?after=" + url.QueryEscape(list[len(list)-1].Cursor())
	}
	n.State, n.Problem = s.shared(r.Context(), app, user, runtime.ScopeUser)
	return s.show(w, "names.html", user, n, crumb{app, path("app", app)}, crumb{user, ""})
}

func events(n int64) string {
	if n == 1 {
		return "1 event"
	}
	return fmt.Sprintf("%d events", n)
}

// shared is the state that sessions share, in one scope.
func (s *Server) shared(ctx context.Context, app, user string, scope runtime.Scope) ([]section, string) {
	session, err := s.Service.Shared(ctx, runtime.SharedRequest{AppName: app, UserID: user})
	if session == nil {
		return nil, message(err)
	}
	state := maps.Collect(session.State().All())
	maps.DeleteFunc(state, func(key string, _ any) bool { is, _ := runtime.ParseKey(key); return is != scope })
	var list []section
	for _, sec := range s.say.sections(state, nil) {
		rows := sec.Rows[:0]
		for _, one := range sec.Rows {
			if is, _ := runtime.ParseKey(one.Key); is == scope {
				one.Edit = false // it is changed through a session, whose event says so
				rows = append(rows, one)
			}
		}
		if sec.Rows = rows; len(rows) > 0 {
			list = append(list, sec)
		}
	}
	return list, message(err)
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
