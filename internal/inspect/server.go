package inspect

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"html/template"
	"io"
	"net"
	"net/http"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// Options is what is shown, and how.
type Options struct {
	Service *runtime.Service
	Name    string         // of the database, for people
	Schema  *schema.Schema // nil: none; it must be sound
	Still   bool           // what it has was read once, and goes on being the same
	// Write lets values be changed: each change is an event of its own.
	Write bool
	// Reveal shows the values of sensitive keys. Each one is noted in Audit.
	Reveal bool
	Audit  io.Writer // a line for each value that was revealed or changed
	Addr   string    // of the loopback interface, as in "127.0.0.1:0"
}

// Server shows a store.
type Server struct {
	Options
	say      *teller
	guard    *guard
	listener net.Listener
	http     http.Server
}

//go:embed web
var web embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"add": func(a, b int64) int64 { return a + b },
}).ParseFS(web, "web/*.html"))

// view is what the template of every page gets.
type view struct {
	Title    string
	Database string
	Schema   string
	Write    bool
	Crumbs   []crumb
	Body     any
}

type crumb struct{ Text, Link string }

// show writes a page whole: what can't be shown leaves none half-written.
func (s *Server) show(w http.ResponseWriter, name, title string, body any, crumbs ...crumb) error {
	v := view{Title: title, Database: s.Name, Write: s.Write, Crumbs: crumbs, Body: body}
	if s.Schema != nil {
		v.Schema = s.Schema.File
	}
	return s.render(w, name, v)
}

func (s *Server) render(w http.ResponseWriter, name string, data any) error {
	var out bytes.Buffer
	if err := pages.ExecuteTemplate(&out, name, data); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, err := w.Write(out.Bytes())
	return err
}

// problem is an error with the status that it is answered with.
type problem struct {
	status int
	text   string
}

func (p problem) Error() string { return p.text }

func (s *Server) fail(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	var p problem
	switch {
	case errors.As(err, &p):
		status = p.status
	case errors.Is(err, runtime.ErrSessionNotFound), errors.Is(err, runtime.ErrEventNotFound):
		status = http.StatusNotFound
	case errors.As(err, new(*runtime.ArgumentError)):
		status = http.StatusBadRequest
	case errors.Is(err, context.Canceled):
		return // nobody waits for it
	}
	w.WriteHeader(status)
	_ = s.show(w, "problem.html", "This can't be shown", err.Error())
}
