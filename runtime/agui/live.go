package agui

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// live holds what the clients of a handler are looking at.
type live struct {
	config Config

	mu    sync.Mutex
	rooms map[place]*room
}

// place is one session.
type place struct{ user, session string }

// room is one session that clients are looking at, however many: its state is read once
// for all of them.
type room struct {
	place
	live    *live
	clients int // guarded by live.mu
	stop    context.CancelFunc

	reading sync.Mutex // to read the store: views come in its order

	mu      sync.Mutex
	now     view
	gone    bool
	changed chan struct{} // closed when now or gone change
}

// enter returns the room of a session. Its state is read if nobody has yet, or if it is to be
// fresh, and watched as long as somebody is in the room. Who enters leaves.
func (l *live) enter(ctx context.Context, p place, fresh bool) (*room, error) {
	l.mu.Lock()
	r, ok := l.rooms[p]
	if !ok {
		r = &room{place: p, live: l, changed: make(chan struct{})}
		l.rooms[p] = r
		var background context.Context
		background, r.stop = context.WithCancel(context.WithoutCancel(ctx))
		go r.poll(background)
	}
	r.clients++
	l.mu.Unlock()
	if err := r.begin(ctx, fresh); err != nil {
		r.leave()
		return nil, err
	}
	return r, nil
}

// begin reads the state, if that is to be.
func (r *room) begin(ctx context.Context, fresh bool) error {
	r.reading.Lock()
	defer r.reading.Unlock()
	if r.view() != nil && !fresh {
		return nil
	}
	return r.read(ctx)
}

func (r *room) leave() {
	l := r.live
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.clients--; r.clients > 0 {
		return
	}
	delete(l.rooms, r.place)
	r.stop()
}

// refresh reads the state again, for all who look at it. What was stored before the call is
// in the view after it.
func (r *room) refresh(ctx context.Context) error {
	r.reading.Lock()
	defer r.reading.Unlock()
	return r.read(ctx)
}

// read is refresh for who holds r.reading.
func (r *room) read(ctx context.Context) error {
	c := r.live.config
	session, err := c.Service.Get(ctx, runtime.GetRequest{
		AppName: c.AppName, UserID: r.user, SessionID: r.session, NumRecentEvents: -1,
	})
	if session == nil {
		if errors.Is(err, runtime.ErrSessionNotFound) {
			r.set(nil, true)
		}
		return err
	}
	text, err := c.Clients.View(session.State())
	if err != nil { // of single values: the others are in the view
		slog.WarnContext(ctx, "agui: the state has values that clients can't be shown", "session", r.session, "error", err)
	}
	now := view{}
	if err := json.Unmarshal(text, &now); err != nil {
		return err
	}
	r.set(now, false)
	return nil
}

// set says what the state is now.
func (r *room) set(now view, gone bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.now != nil && gone == r.gone && maps.EqualFunc(r.now, now, slices.Equal[json.RawMessage]) {
		return
	}
	r.gone = gone
	if !gone {
		r.now = now
	}
	close(r.changed)
	r.changed = make(chan struct{})
}

func (r *room) view() view {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now
}

// next returns what is closed at the next change, and whether the session is gone.
func (r *room) next() (changed <-chan struct{}, gone bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changed, r.gone
}

// poll sees what others change. A store that fails is asked again.
func (r *room) poll(ctx context.Context) {
	ticks := time.NewTicker(r.live.config.Poll)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			_ = r.refresh(ctx)
		case <-ctx.Done():
			return
		}
	}
}

// poke shows a change in a session to those who look at it.
func (l *live) poke(ctx context.Context, p place) {
	l.mu.Lock()
	r := l.rooms[p]
	l.mu.Unlock()
	if r != nil {
		_ = r.refresh(ctx)
	}
}
