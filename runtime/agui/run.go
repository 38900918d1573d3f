package agui

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/client"
)

// run answers a run: it stores what the client has changed, shows the state, gives what was
// said to the agents, and sends what comes of it. A run in which nothing was said ends when
// the state is shown.
func (h *handler) run(w http.ResponseWriter, r *http.Request, user string) {
	var in input
	if err := read(w, r, &in); err != nil {
		refuse(w, r, err)
		return
	}
	said, err := in.said()
	if err != nil {
		refuse(w, r, err)
		return
	}
	room, err := h.open(r.Context(), place{user, in.ThreadID})
	if err != nil {
		refuse(w, r, err)
		return
	}
	defer room.leave()
	in.RunID = cmp.Or(in.RunID, rand.Text())
	t := &turn{handler: h, input: in, stream: newStream(w, room)}
	t.send(event{Type: "RUN_STARTED", ThreadID: in.ThreadID, RunID: in.RunID})
	if err := t.run(r.Context(), said); err != nil {
		t.send(t.failed(r.Context(), err))
		return
	}
	t.send(event{Type: "RUN_FINISHED", ThreadID: in.ThreadID, RunID: in.RunID, Outcome: t.outcome()})
}

// open enters the room of a session, which begins if it is new.
func (h *handler) open(ctx context.Context, p place) (*room, error) {
	room, err := h.live.enter(ctx, p, true)
	if !errors.Is(err, runtime.ErrSessionNotFound) {
		return room, err
	}
	if err := h.Begin(ctx, p.user, p.session); err != nil && !errors.Is(err, runtime.ErrSessionExists) {
		return nil, err
	}
	return h.live.enter(ctx, p, true)
}

// turn is a run under way.
type turn struct {
	*handler
	*stream
	input
	narrator
}

// run does what the client asked for, but for the first and the last event.
func (t *turn) run(ctx context.Context, said *runtime.Content) error {
	if err := t.take(ctx); err != nil {
		return err
	}
	t.snapshot()
	if said == nil {
		return nil
	}
	err := t.following(ctx, func() error { return t.play(ctx, said) })
	t.show(nil)
	if err == nil {
		err = t.room.refresh(ctx)
	}
	t.catchUp()
	return err
}

// following shows what others change while a function runs.
func (t *turn) following(ctx context.Context, do func() error) error {
	ctx, stop := context.WithCancel(ctx)
	var followed sync.WaitGroup
	followed.Add(1)
	go func() {
		defer followed.Done()
		t.follow(ctx)
	}()
	defer followed.Wait() // also after a panic: nothing may be written when the request is over
	defer stop()
	return do()
}

// take stores what the client has changed in its state. If it can't, the client is told
// what of it can't be, or what has become of the keys meanwhile, and nothing is stored.
func (t *turn) take(ctx context.Context) error {
	base, set, err := t.room.view().edits(t.State)
	if err != nil || len(set) == 0 {
		return err
	}
	result, err := t.store(ctx, base, set)
	var refused *client.RefusedError
	switch {
	case errors.As(err, &refused):
		t.send(event{Type: "CUSTOM", Name: "state.refused", Value: refused})
		return err
	case err != nil:
		return err
	}
	if err := t.room.refresh(ctx); err != nil {
		return err
	}
	if len(result.Conflicts) == 0 {
		return nil
	}
	t.send(event{Type: "CUSTOM", Name: "state.conflict", Value: result})
	t.snapshot()
	return conflict{result.Conflicts}
}

// store stores what a client has changed in its state. Its new value of a merged key doesn't
// say what is to be merged.
func (t *turn) store(ctx context.Context, base, set view) (*client.Result, error) {
	var merged []client.Refusal
	for _, key := range slices.Sorted(maps.Keys(set)) {
		if t.Clients.Merges(key) {
			merged = append(merged, client.Refusal{Key: key, Problem: "is merged: PATCH …/state with what is to be added"})
		}
	}
	if len(merged) > 0 {
		return nil, &client.RefusedError{Keys: merged}
	}
	return t.apply(ctx, t.room.place, base.encoded(), client.Changes{ID: t.RunID, Set: set.encoded()})
}

// apply stores changes of a client.
func (h *handler) apply(ctx context.Context, p place, base []byte, c client.Changes) (*client.Result, error) {
	session, err := h.Service.Get(ctx, runtime.GetRequest{
		AppName: h.AppName, UserID: p.user, SessionID: p.session, NumRecentEvents: -1,
	})
	if session == nil {
		return nil, err
	}
	return h.Clients.Apply(ctx, h.Service, session, base, c)
}

// play gives a message to the agents, and sends what comes of it.
func (t *turn) play(ctx context.Context, said *runtime.Content) error {
	for e, err := range t.Run(ctx, t.room.user, t.ThreadID, said) {
		if err != nil {
			return err
		}
		if e == nil {
			continue
		}
		t.send(t.tell(e)...)
		if len(e.Actions.StateDelta) == 0 {
			continue
		}
		t.show(visible(t.Clients, temporary(e.Actions.StateDelta)))
		if err := t.room.refresh(ctx); err != nil {
			return err
		}
		t.catchUp()
	}
	t.send(t.end()...)
	return ctx.Err()
}

// temporary is what of a delta is not stored.
func temporary(delta runtime.Delta) map[string]any {
	temp := map[string]any{}
	for key, value := range delta {
		if scope, _ := runtime.ParseKey(key); scope == runtime.ScopeTemp {
			temp[key] = value
		}
	}
	return temp
}

// failed is the last event of a run that failed. What the agents' error says may hold what
// is not for the client, so that goes into the log.
func (t *turn) failed(ctx context.Context, err error) event {
	e := event{Type: "RUN_ERROR", Message: err.Error()}
	var bad problem
	var refused *client.RefusedError
	switch {
	case errors.As(err, &refused):
		e.Code = "state.refused"
	case errors.As(err, new(conflict)):
		e.Code = "state.conflict"
	case errors.As(err, &bad):
		e.Code = "bad_request"
	case ctx.Err() != nil: // nobody is there any more
	default:
		slog.ErrorContext(ctx, "agui: a run failed", "session", t.ThreadID, "run", t.RunID, "error", err)
		e.Message, e.Code = "the run failed; the server's log says why", "failed"
	}
	return e
}

// conflict says which keys of a client's change have changed since it saw them.
type conflict struct{ keys []string }

func (c conflict) Error() string {
	return listed(c.keys) + " changed meanwhile; nothing was stored, and the run has not begun"
}
