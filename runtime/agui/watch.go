package agui

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/client"
)

// watch sends the state of a session, and each change of it, until the client or the session
// is gone. To AG-UI that is a run which doesn't finish.
func (h *handler) watch(w http.ResponseWriter, r *http.Request, user string) {
	thread := r.URL.Query().Get("threadId")
	room, err := h.live.enter(r.Context(), place{user, thread}, false)
	if err != nil {
		refuse(w, r, err)
		return
	}
	defer room.leave()
	s := newStream(w, room)
	s.send(event{Type: "RUN_STARTED", ThreadID: thread, RunID: rand.Text()})
	s.snapshot()
	s.follow(r.Context())
}

// change is what a client sends to change the state without a run.
type change struct {
	client.Changes
	Base json.RawMessage `json:"base"` // what the client last saw of the keys, or of all
}

// change stores a change, and answers with the values of now: 200 if it is stored, 409 if
// one of the keys has changed since the client saw it, 422 if it may not be.
func (h *handler) change(w http.ResponseWriter, r *http.Request, user string) {
	var c change
	if err := read(w, r, &c); err != nil {
		refuse(w, r, err)
		return
	}
	p := place{user, r.URL.Query().Get("threadId")}
	result, err := h.apply(r.Context(), p, c.Base, c.Changes)
	if err != nil {
		refuse(w, r, err)
		return
	}
	h.live.poke(r.Context(), p)
	status := http.StatusOK
	if len(result.Conflicts) > 0 {
		status = http.StatusConflict
	}
	reply(w, status, result)
}

func reply(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

// refuse answers a request that came to nothing. What is no mistake of the client's is for
// the log alone.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	var bad problem
	var argument *runtime.ArgumentError
	var refused *client.RefusedError
	switch {
	case errors.As(err, &refused):
		reply(w, http.StatusUnprocessableEntity, refused)
	case errors.As(err, &bad):
		http.Error(w, bad.text, bad.status)
	case errors.As(err, &argument):
		http.Error(w, argument.Error(), http.StatusBadRequest)
	case errors.Is(err, runtime.ErrSessionNotFound):
		http.Error(w, "there is no such thread", http.StatusNotFound)
	default:
		slog.ErrorContext(r.Context(), "agui: a request failed", "error", err)
		http.Error(w, "the request failed; the server's log says why", http.StatusInternalServerError)
	}
}

// listed is "a", "a and b" or "a, b and c".
func listed(names []string) string {
	names = slices.Sorted(slices.Values(names))
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}
