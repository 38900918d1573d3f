package inspect

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"slices"
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
	rows           // what sessions share
	Path    string // of whom it is
	Recent  []item // sessions
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
	if r.FormValue("after") == "" {
		if n.Recent, err = s.recent(r.Context(), list); err != nil {
			return err
		}
	}
	return s.show(w, "names.html", "Apps", n)
}

// mostRecent is how many sessions the first page lists.
const mostRecent = 10

// recent lists the sessions of some apps that were updated last.
func (s *Server) recent(ctx context.Context, apps []string) ([]item, error) {
	var all []item
	for _, app := range apps {
		list, _, err := s.latest(ctx, app, "", time.Time{}, mostRecent)
		if err != nil {
			return nil, err
		}
		for _, one := range list {
			all = append(all, sessionItem(one, app+" / "+one.UserID+" / "+one.SessionID))
		}
	}
	slices.SortStableFunc(all, func(a, b item) int { return b.Time.Compare(a.Time) })
	return all[:min(len(all), mostRecent)], nil
}

func sessionItem(one runtime.SessionInfo, text string) item {
	return item{Text: text, Link: of{one.AppName, one.UserID, one.SessionID}.path(), Time: one.LastUpdateTime, Note: events(one.Events)}
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
	if err := s.state(r, of{App: app}, &n); err != nil {
		return err
	}
	return s.show(w, "names.html", app, n, of{App: app}.crumbs("")...)
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
		n.Items = append(n.Items, sessionItem(one, one.SessionID))
	}
	if len(list) == pageSize {
		n.Next = path("app", app, "user", user) + "?after=" + url.QueryEscape(list[len(list)-1].Cursor())
	}
	if err := s.state(r, of{App: app, User: user}, &n); err != nil {
		return err
	}
	return s.show(w, "names.html", user, n, of{App: app, User: user}.crumbs("")...)
}

func events(n int64) string {
	if n == 1 {
		return "1 event"
	}
	return fmt.Sprintf("%d events", n)
}

// state adds what a user's or an app's sessions share to a page.
func (s *Server) state(r *http.Request, o of, n *names) error {
	from, err := numberOf[int](r, "from")
	if err != nil {
		return err
	}
	m, err := s.moment(r.Context(), o, 0)
	if err != nil || m.state == nil {
		return err
	}
	n.Path, n.Problem = o.path(), message(m.damage)
	n.rows = s.say.rows(r, m, from, false) // it is changed through a session, whose event says so
	return nil
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
