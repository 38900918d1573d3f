package inspect

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"time"
)

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

func newTeller(o Options) *teller {
	return &teller{schema: o.Schema, keys: newDeclared(o.Schema), write: o.Write, reveal: o.Reveal, audit: o.Audit}
}

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
		"GET /app/{app}/key": s.history, "GET /app/{app}/user/{user}/key": s.history,
		"GET /app/{app}/user/{user}/session/{session}/key": s.history,
		"GET /app/{app}/text":                              s.text, "GET /app/{app}/user/{user}/text": s.text,
		"GET /app/{app}/user/{user}/session/{session}/text": s.text,
		"GET /search": s.search,
	} {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if err := h(w, r); err != nil {
				s.fail(w, err)
			}
		})
	}
	return mux
}
