package inspect

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net"
	"net/http"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// Options is what is shown, and how.
type Options struct {
	Service *runtime.Service
	Name    string         // of the database, for people
	Schema  *schema.Schema // nil: none; it must be sound
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

// New makes a server that listens already. Its address must be one of the loopback interface.
func New(o Options) (*Server, error) {
	host, _, err := net.SplitHostPort(o.Addr)
	if err != nil {
		return nil, fmt.Errorf("the address %q: %w", o.Addr, err)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("the address %q is not one of the loopback interface, such as 127.0.0.1:0", o.Addr)
	}
	s := &Server{Options: o, say: newTeller(o)}
	if s.listener, err = net.Listen("tcp", o.Addr); err != nil {
		return nil, err
	}
	s.guard = newGuard(s.listener.Addr().String(), s.routes())
	s.http = http.Server{Handler: s.guard, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	return s, nil
}

// Link is the address to open. Whoever has it sees all.
func (s *Server) Link() string { return s.guard.link() }

// Serve answers requests until the context ends.
func (s *Server) Serve(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { _ = s.http.Close() })
	defer stop()
	if err := s.http.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

//go:embed web
var web embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"add": func(a, b int64) int64 { return a + b },
}).ParseFS(web, "web/*.html"))

// handler answers a request, or returns what went wrong.
type handler func(w http.ResponseWriter, r *http.Request) error

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	files, err := fs.Sub(web, "web")
	if err != nil {
		panic(err) // a mistake in this file
	}
	mux.Handle("GET /style.css", http.FileServerFS(files))
	mux.Handle("GET /inspect.js", http.FileServerFS(files))
	for pattern, h := range map[string]handler{
		"GET /{$}": s.apps, "GET /app/{app}": s.users, "GET /app/{app}/user/{user}": s.sessions,
		"GET /app/{app}/user/{user}/session/{session}":        s.session,
		"GET /app/{app}/user/{user}/session/{session}/part":   s.part,
		"GET /app/{app}/user/{user}/session/{session}/last":   s.last,
		"GET /app/{app}/user/{user}/session/{session}/edit":   s.edit,
		"POST /app/{app}/user/{user}/session/{session}/write": s.write,
		"GET /compare": s.compare, "GET /search": s.search,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := h(w, r); err != nil {
				s.fail(w, err)
			}
		})
	}
	return mux
}

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
	case errors.Is(err, runtime.ErrSessionNotFound):
		status = http.StatusNotFound
	case errors.Is(err, context.Canceled):
		return // nobody waits for it
	}
	w.WriteHeader(status)
	_ = s.show(w, "problem.html", "This can't be shown", err.Error())
}
