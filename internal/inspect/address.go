package inspect

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// of names a session.
type of struct{ App, User, ID string }

func (o of) get(events int, asOf string) runtime.GetRequest {
	return runtime.GetRequest{AppName: o.App, UserID: o.User, SessionID: o.ID, NumRecentEvents: events, AsOf: asOf}
}

// path is the address of a session, or of its user or app.
func (o of) path() string {
	parts := []string{"app", o.App, "user", o.User, "session", o.ID}
	for parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-2]
	}
	return path(parts...)
}

// at is the address of a session as of an event.
func (o of) at(seq int64) string { return fmt.Sprintf("%s?at=%d", o.path(), max(1, seq)) }

// text is the address of something whole, as of an event.
func (o of) text(at int64, what, name string) string {
	return fmt.Sprintf("%s/text?at=%d&%s=%s", o.path(), at, what, url.QueryEscape(name))
}

// crumbs lead to a page about a session, or its user or app, and further on if there is a text.
func (o of) crumbs(further string) []crumb {
	list := []crumb{{o.App, of{App: o.App}.path()}}
	if o.User != "" {
		list = append(list, crumb{o.User, of{App: o.App, User: o.User}.path()})
	}
	if o.ID != "" {
		list = append(list, crumb{o.ID, o.path()})
	}
	if further == "" {
		list[len(list)-1].Link = ""
		return list
	}
	return append(list, crumb{further, ""})
}

// path is an address below one of names, which may hold anything.
func path(parts ...string) string {
	var b strings.Builder
	for i, p := range parts {
		b.WriteString("/")
		if i%2 == 0 {
			b.WriteString(p)
		} else {
			b.WriteString(url.PathEscape(segment(p)))
		}
	}
	return b.String()
}

// quoted begins a segment whose name would mean something else. Browsers leave out segments that
// are dots, escaped or not.
const quoted = "~"

// segment is a name as a part of an address.
func segment(name string) string {
	if name == "." || name == ".." || strings.HasPrefix(name, quoted) {
		return quoted + name
	}
	return name
}

func nameOf(segment string) string { return strings.TrimPrefix(segment, quoted) }

// named is a name in the address of a request.
func named(r *http.Request, what string) string { return nameOf(r.PathValue(what)) }

func sessionOf(r *http.Request) of {
	return of{named(r, "app"), named(r, "user"), named(r, "session")}
}
