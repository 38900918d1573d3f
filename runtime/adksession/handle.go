package adksession

import (
	"context"
	"sync"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"google.golang.org/adk/v2/session"
)

// handle is a session as ADK knows it: what was read from the service, what was
// appended through it since, and what the program has set on its state without
// having stored it yet.
type handle struct {
	service *service
	kept    *runtime.Session

	mu sync.RWMutex
	// local is what this handle's state shows instead of what is stored: values
	// that were set, until an event stores them, and those of temp keys.
	local map[string]any
	// refused are the keys whose last Set failed. ADK's contexts put a value into
	// the event all the same.
	refused map[string]bool
	shown   []*session.Event // what Events returns, as far as it was asked
}

func newHandle(s *service, kept *runtime.Session) *handle { return &handle{service: s, kept: kept} }

func (h *handle) ID() string                { return h.kept.ID() }
func (h *handle) AppName() string           { return h.kept.AppName() }
func (h *handle) UserID() string            { return h.kept.UserID() }
func (h *handle) LastUpdateTime() time.Time { return h.kept.LastUpdateTime() }

// State returns the merged state. What is set on it is seen by this session alone,
// until an event with that delta is appended.
func (h *handle) State() session.State { return (*state)(h) }

// Events returns the events that Get read and those appended since.
func (h *handle) Events() session.Events {
	kept := h.kept.Events()
	h.mu.RLock()
	shown := h.shown
	h.mu.RUnlock()
	if len(shown) == kept.Len() {
		return events(shown)
	}
	shown = decodeOwn(kept)
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(shown) > len(h.shown) {
		h.shown = shown
	}
	return events(shown)
}

// append stores an event, and shows it when that has succeeded.
func (h *handle) append(ctx context.Context, event *session.Event) error {
	// Before all else, so that a second try is the same event.
	if event.ID == "" {
		event.ID = newID(ctx)
	}
	if event.Timestamp.IsZero() {
		event.Timestamp = now(ctx)
	}
	host, err := encodeEvent(event)
	if err != nil {
		return err
	}
	temp, err := h.mergedTemp(event.Actions.StateDelta)
	if err != nil {
		return err
	}
	e := &runtime.Event{
		ID: event.ID, InvocationID: event.InvocationID, Author: event.Author, Branch: event.Branch,
		Timestamp: event.Timestamp, Host: host,
		Actions: runtime.Actions{StateDelta: withNulls(event.Actions.StateDelta)},
	}
	resolved, dropped, err := h.appendKept(ctx, e)
	if err != nil {
		return err
	}
	event.Actions.StateDelta = wentOn(event.Actions.StateDelta, resolved, temp, dropped)
	h.settle(event.Actions.StateDelta, dropped)
	return nil
}

// appendKept appends the event; if its delta holds values that no store takes as they
// are, it does so with their JSON form, and returns the keys of those that Set has
// refused already, which are left out.
func (h *handle) appendKept(ctx context.Context, e *runtime.Event) (resolved runtime.Delta, dropped []string, err error) {
	resolved, err = h.service.kept.AppendResolved(ctx, h.kept, e)
	if !isValueError(err) {
		return resolved, nil, err
	}
	h.mu.RLock()
	e.Actions.StateDelta, dropped, err = plainDelta(e.Actions.StateDelta, h.refused)
	h.mu.RUnlock()
	if err != nil {
		return nil, nil, err
	}
	resolved, err = h.service.kept.AppendResolved(ctx, h.kept, e)
	return resolved, dropped, err
}

// mergedTemp returns what merge operations on temp keys come to: they are this
// session's own, and are never stored.
func (h *handle) mergedTemp(delta map[string]any) (merged runtime.Delta, err error) {
	for key, v := range delta {
		op, ok := asOp(v)
		if !ok || !isTemp(key) {
			continue
		}
		if merged == nil {
			merged = runtime.Delta{}
		}
		h.mu.RLock()
		shown, ok := h.local[key] // Set has carried it out already
		h.mu.RUnlock()
		if merged[key] = shown; !ok {
			if merged[key], err = op.Resolve(key, (*state)(h).current); err != nil {
				return nil, err
			}
		}
	}
	return merged, nil
}

// settle lets the state show what is stored now, and the temp keys that were in the
// delta.
func (h *handle) settle(delta map[string]any, dropped []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for key, v := range delta {
		if isTemp(key) {
			h.setLocal(key, v)
			continue
		}
		delete(h.local, key)
		delete(h.refused, key)
	}
	for _, key := range dropped {
		delete(h.refused, key)
	}
}

func (h *handle) setLocal(key string, v any) {
	if h.local == nil {
		h.local = map[string]any{}
	}
	h.local[key] = v
}
