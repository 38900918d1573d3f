package main

import (
	"context"
	"crypto/rand"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net"
	"net/http"
	"time"

	"github.com/seed92179c4c/stategen/examples/booking/bookingstate"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/agui"
)

//go:embed web
var page embed.FS

// serve serves the page on this machine alone, until ctx ends.
func serve(ctx context.Context, s *store, airline *airline, stdout io.Writer) error {
	a := &agency{s.svc, paced{StandIn{}, pace}, newFrontDesk(tools{airline})}
	if _, err := a.promote(ctx, spring); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	site, err := a.site(listener.Addr().String())
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	server := &http.Server{Handler: site, ReadHeaderTimeout: 10 * time.Second}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	fmt.Fprintf(stdout, "http://%s/\n", listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// site is the page, and the handler that its script talks to.
func (a *agency) site(host string) (http.Handler, error) {
	state, err := agui.NewHandler(agui.Config{
		AppName: appName, Service: a.svc, Clients: bookingstate.Clients,
		User: visitor, Run: a.listen,
		Begin: func(ctx context.Context, user, conversation string) error {
			_, err := a.begin(ctx, user, conversation)
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	files, err := fs.Sub(page, "web")
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/agui", state)
	mux.Handle("/agui/state", state)
	mux.HandleFunc("GET /said", a.said)
	mux.Handle("/", welcome(http.FileServerFS(files)))
	return guarded(host, mux), nil
}

// cookie names the traveller: each browser is one. A real site has a login here.
const cookie = "traveller"

func visitor(r *http.Request) (string, error) {
	c, err := r.Cookie(cookie)
	if err != nil {
		return "", err
	}
	return c.Value, nil
}

// welcome makes a traveller of a new visitor.
func welcome(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := r.Cookie(cookie); err != nil {
			http.SetCookie(w, &http.Cookie{
				Name: cookie, Value: rand.Text(), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
			})
		}
		next.ServeHTTP(w, r)
	})
}

// guarded lets in what this page sends: a page of another site, or one whose name leads to
// this machine, is kept out.
func guarded(host string, next http.Handler) http.Handler {
	guard := http.NewCrossOriginProtection().Handler(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != host {
			http.Error(w, "this is not the host that was asked for", http.StatusMisdirectedRequest)
			return
		}
		w.Header().Set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		guard.ServeHTTP(w, r)
	})
}

// listen is say for a page: it yields each event as soon as it is stored.
func (a *agency) listen(
	ctx context.Context, user, conversation string, said *runtime.Content,
) iter.Seq2[*runtime.Event, error] {
	return func(yield func(*runtime.Event, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		session, err := a.takeUp(ctx, user, conversation)
		if err != nil {
			yield(nil, err)
			return
		}
		events, ended := make(chan *runtime.Event), make(chan error, 1)
		t := a.newTurn(session)
		t.record.told = func(e *runtime.Event) {
			select {
			case events <- e:
			case <-ctx.Done():
			}
		}
		go func() {
			defer close(events)
			ended <- a.play(ctx, t, said)
		}()
		for e := range events {
			if !yield(e, nil) {
				return
			}
		}
		if err := <-ended; err != nil {
			yield(nil, err)
		}
	}
}

// said answers with what was said so far, for a page that is opened in the middle.
func (a *agency) said(w http.ResponseWriter, r *http.Request) {
	user, err := visitor(r)
	if err != nil {
		http.Error(w, "open the page first", http.StatusUnauthorized)
		return
	}
	type line struct {
		Author string `json:"author"`
		Text   string `json:"text"`
	}
	lines := []line{}
	session, err := a.svc.Get(r.Context(), runtime.GetRequest{
		AppName: appName, UserID: user, SessionID: r.URL.Query().Get("threadId"),
	})
	if session == nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	for e := range session.Events().All() {
		if text := e.Content.Text(); text != "" {
			lines = append(lines, line{e.Author, text})
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(lines)
}

// pace is how long the stand-in thinks on the page, so that people see who is at work.
const pace = 500 * time.Millisecond

// paced is a model that takes its time.
type paced struct {
	Model
	pause time.Duration
}

func (p paced) Generate(ctx context.Context, req Request) (*runtime.Content, error) {
	select {
	case <-time.After(p.pause):
		return p.Model.Generate(ctx, req)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
