package inspect

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// wanted is what sessions are searched for. All that is said must hold.
type wanted struct {
	App        string
	ID         string // a part of the session's or the user's
	Key, Value string // the value as JSON, or a part of it
	Broken     bool   // the schema refuses a value, or misses one
	Idle       string // a duration: not updated since
}

// mostSearched is how many sessions one request looks at.
const mostSearched = 5000

// results is a page of a search.
type results struct {
	wanted
	Apps   []string
	Items  []item
	Looked int
	Next   string
	Asked  bool
}

// search finds sessions of an app.
func (s *Server) search(w http.ResponseWriter, r *http.Request) error {
	q := wanted{App: r.FormValue("app"), ID: r.FormValue("id"), Key: r.FormValue("key"), Value: r.FormValue("value"),
		Broken: r.FormValue("broken") != "", Idle: r.FormValue("idle")}
	found := results{wanted: q, Asked: q.App != ""}
	var err error
	if found.Apps, _, err = take(s.Service.Apps(r.Context(), runtime.AppsRequest{})); err != nil {
		return err
	}
	if len(found.Apps) == 1 && found.App == "" {
		found.App, found.Asked = found.Apps[0], len(r.URL.Query()) > 0
	}
	if found.Asked {
		if err := s.find(r, &found); err != nil {
			return err
		}
	}
	return s.show(w, "search.html", "Search", found, crumb{"Search", ""})
}

func (s *Server) find(r *http.Request, found *results) error {
	request := runtime.ListRequest{AppName: found.App, Cursor: r.FormValue("after")}
	if found.Idle != "" {
		idle, err := time.ParseDuration(found.Idle)
		if err != nil {
			return problem{http.StatusBadRequest, fmt.Sprintf("%q is not a duration such as 48h", found.Idle)}
		}
		request.UpdatedBefore = time.Now().Add(-idle)
	}
	if found.Key != "" && found.Value != "" && s.say.keys.sensitive(found.Key) && !s.Reveal {
		return problem{http.StatusForbidden, fmt.Sprintf("%q is sensitive: its values can't be searched without --reveal-sensitive", found.Key)}
	}
	for session, err := range s.Service.Sessions(r.Context(), request) {
		if session == nil || errors.Is(err, context.Canceled) {
			return err
		}
		found.Looked++
		if note, ok := s.fits(&found.wanted, session, err); ok {
			o := of{session.AppName(), session.UserID(), session.ID()}
			found.Items = append(found.Items, item{Text: o.User + " / " + o.ID, Link: o.path(), Note: note, Time: session.LastUpdateTime()})
		}
		if len(found.Items) == pageSize || found.Looked == mostSearched {
			found.Next = found.address(session.Cursor())
			return nil
		}
	}
	return nil
}

func (w *wanted) address(after string) string {
	q := url.Values{"app": {w.App}, "id": {w.ID}, "key": {w.Key}, "value": {w.Value}, "idle": {w.Idle}, "after": {after}}
	if w.Broken {
		q.Set("broken", "1")
	}
	return "/search?" + q.Encode()
}

// fits reports whether a session is one, and why. Damage is an error of reading it.
func (s *Server) fits(w *wanted, session *runtime.Session, damage error) (note string, ok bool) {
	if w.ID != "" && !strings.Contains(session.ID(), w.ID) && !strings.Contains(session.UserID(), w.ID) {
		return "", false
	}
	state := maps.Collect(session.State().All())
	if w.Key != "" {
		v, has := state[w.Key]
		if !has || w.Value != "" && !strings.Contains(text(v), w.Value) {
			return "", false
		}
	}
	if !w.Broken {
		return "", true
	}
	if damage != nil {
		return damage.Error(), true
	}
	return s.say.broken(state)
}
