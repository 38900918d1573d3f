package adksession

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/client"
)

// ClientHandler lets out of ADK's REST server, which next is, only what clients may see:
// of the state of sessions and of the state deltas of events, in answers and in the stream of
// run_sse, which it passes on event by event. What a client may not write, which New's
// WithClients sees to, it answers with status 403 and a JSON object that names the keys. What
// the server says of errors of its own, status 500 and above, goes to slog's default logger instead.
//
// It passes on the routes that it knows: list-apps, sessions, run, run_sse, artifacts, and
// health and version. All others are closed: run_live, traces and graphs too. Paths
// are those of ADK's server, so http.StripPrefix belongs around it. It does not know who a
// client is: let nobody in to sessions of other users.
func ClientHandler(next http.Handler, clients *client.Contract, options ...HandlerOption) http.Handler {
	h := &clientHandler{next: next, clients: clients}
	for _, option := range options {
		option(h)
	}
	return h
}

// HandlerOption is an option of ClientHandler.
type HandlerOption func(*clientHandler)

// InsecureDevelopmentRoutes opens the routes that ClientHandler closes, as ADK's web UI needs
// in development. They show all of the state, sensitive keys too, to everybody.
func InsecureDevelopmentRoutes() HandlerOption {
	return func(h *clientHandler) { h.development = true }
}

type clientHandler struct {
	next        http.Handler
	clients     *client.Contract
	development bool
}

func (h *clientHandler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	filter := routeOf(r)
	if filter == nil && h.development {
		h.next.ServeHTTP(w, r)
		return
	}
	if filter == nil {
		http.Error(w, "this route is closed to clients", http.StatusForbidden)
		return
	}
	var refused *client.RefusedError
	a := &answer{to: w, refused: &refused, clients: h.clients, streams: r.URL.Path == "/run_sse"}
	r = r.WithContext(context.WithValue(r.Context(), refusalOf{}, &refused))
	h.next.ServeHTTP(a, r)
	a.end(r, filter)
}

// filter returns what clients see of an answer, which is JSON but for artifacts; false if it
// has another form.
type filter func(*client.Contract, []byte) ([]byte, bool)

// routeOf returns the filter of a request's answer; nil if the route is closed.
func routeOf(r *http.Request) filter {
	switch parts := strings.Split(r.URL.Path, "/"); {
	case parts[0] != "" || emptyPart(parts[1:]) || hasEscapedSlash(r):
		return nil
	case len(parts) == 2:
		return topRoute(r.Method + " " + parts[1])
	case len(parts) < 6 || parts[1] != "apps" || parts[3] != "users" || parts[5] != "sessions":
		return nil
	case len(parts) == 6:
		return map[string]filter{http.MethodGet: listOf(sessionFor), http.MethodPost: sessionFor}[r.Method]
	case len(parts) == 7:
		return map[string]filter{
			http.MethodGet: sessionFor, http.MethodPost: sessionFor, http.MethodPatch: sessionFor, http.MethodDelete: unchanged,
		}[r.Method]
	case parts[7] == "artifacts":
		return map[string]filter{http.MethodGet: unchanged, http.MethodDelete: unchanged}[r.Method]
	}
	return nil
}

func topRoute(route string) filter {
	switch route {
	case "GET list-apps", "GET health", "GET version":
		return unchanged
	case "POST run", "POST run_sse":
		return listOf(eventFor)
	}
	return nil
}

func emptyPart(parts []string) bool {
	for _, part := range parts {
		if part == "" || part == "." || part == ".." {
			return true
		}
	}
	return false
}

// hasEscapedSlash reports whether routers could divide a path in two ways.
func hasEscapedSlash(r *http.Request) bool {
	return strings.Contains(strings.ToUpper(r.URL.EscapedPath()), "%2F")
}

// answer holds back what the server answers, until it is known what of it a client may see.
// A stream it passes on line by line.
type answer struct {
	to      http.ResponseWriter
	clients *client.Contract
	refused **client.RefusedError
	streams bool // the route does, if all is well

	status int
	held   bytes.Buffer // what isn't passed on yet
}

func (a *answer) Header() http.Header { return a.to.Header() }

// Unwrap lets an http.ResponseController set deadlines.
func (a *answer) Unwrap() http.ResponseWriter { return a.to }

func (a *answer) WriteHeader(status int) {
	if a.status != 0 {
		return
	}
	a.status = status
	a.Header().Del("Content-Length")
	a.streams = a.streams && status == http.StatusOK && strings.HasPrefix(a.Header().Get("Content-Type"), "text/event-stream")
	if a.streams {
		a.to.WriteHeader(status)
	}
}

func (a *answer) Write(text []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	a.held.Write(text)
	for a.streams {
		end := bytes.IndexByte(a.held.Bytes(), '\n')
		if end < 0 {
			break
		}
		if line, ok := a.line(a.held.Next(end + 1)); ok {
			if _, err := a.to.Write(line); err != nil {
				return 0, err
			}
		}
	}
	return len(text), nil
}

// FlushError sends what has been passed on.
func (a *answer) FlushError() error {
	if a.WriteHeader(http.StatusOK); !a.streams {
		return nil
	}
	return http.NewResponseController(a.to).Flush()
}

// line returns what a client may see of a line of a stream, if anything.
func (a *answer) line(line []byte) ([]byte, bool) {
	data, isData := bytes.CutPrefix(line, []byte("data:"))
	if !isData {
		text := bytes.TrimSpace(line)
		return line, len(text) == 0 || bytes.HasPrefix(text, []byte("event:")) || text[0] == ':'
	}
	seen, ok := eventFor(a.clients, data)
	if !ok {
		return nil, false
	}
	if isError(seen) {
		text := http.StatusText(http.StatusInternalServerError)
		if *a.refused != nil {
			text = (*a.refused).Error()
		} else {
			slog.Error("a run failed", "answer", string(bytes.TrimSpace(data)))
		}
		seen, _ = json.Marshal(map[string]string{"error": text})
	}
	return append(append([]byte("data: "), seen...), '\n'), true
}

// isError reports whether a stream's data is about an error.
func isError(data []byte) bool {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(data, &fields)
	return fields["error"] != nil
}

// end sends what was held back.
func (a *answer) end(r *http.Request, seenOf filter) {
	if a.WriteHeader(http.StatusOK); a.streams {
		return // a line that doesn't end is none
	}
	if a.status >= http.StatusBadRequest {
		a.fail(r)
		return
	}
	seen, ok := seenOf(a.clients, a.held.Bytes())
	if !ok {
		http.Error(a.to, "the server's answer has a form that is closed to clients", http.StatusBadGateway)
		return
	}
	a.to.WriteHeader(a.status)
	_, _ = a.to.Write(seen) // a client that has gone needs no error
}

// fail answers an error.
func (a *answer) fail(r *http.Request) {
	switch {
	case *a.refused != nil:
		a.Header().Set("Content-Type", "application/json; charset=UTF-8")
		a.to.WriteHeader(http.StatusForbidden)
		_ = json.NewEncoder(a.to).Encode(*a.refused)
	case a.status >= http.StatusInternalServerError:
		slog.ErrorContext(r.Context(), "a client's request failed", "status", a.status, "answer", a.held.String())
		http.Error(a.to, http.StatusText(a.status), a.status)
	default:
		a.to.WriteHeader(a.status)
		_, _ = a.to.Write(a.held.Bytes())
	}
}
