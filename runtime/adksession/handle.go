package adksession

import (
	"context"
	"errors"
	"maps"
	"reflect"
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
	created bool // by this service's Create, and not read since

	mu sync.RWMutex
	// local is what this handle's state shows instead of what is stored: values
	// that were set, until an event stores them.
	local map[string]any
	// temp is what events have set temp keys to: what is stored of other keys.
	temp map[string]any
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
	if errors.Is(err, runtime.ErrEventExists) && h.shows(event, host) {
		return nil
	}
	if err == nil {
		event.Actions.StateDelta = h.settle(event.Actions.StateDelta, resolved, temp, dropped)
	}
	return err
}

// shows reports whether the session shows this event, appended as it went on from an
// earlier append: with values in the place of merge operations.
func (h *handle) shows(event *session.Event, host runtime.HostData) bool {
	kept := h.kept.Events()
	for i := kept.Len() - 1; i >= 0; i-- {
		e := kept.At(i)
		if e.ID != event.ID {
			continue
		}
		delta, _, err := plainDelta(withNulls(event.Actions.StateDelta), nil)
		maps.Copy(e.Actions.StateDelta, e.Actions.Resolved)
		return err == nil && e.Host == host && reflect.DeepEqual(delta, e.Actions.StateDelta)
	}
	return false
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
func (h *handle) mergedTemp(delta map[string]any) (runtime.Delta, error) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.mergeTemp(delta)
}

// mergeTemp is mergedTemp for who holds h.mu.
func (h *handle) mergeTemp(delta map[string]any) (merged runtime.Delta, err error) {
	for key, v := range delta {
		op, ok := asOp(v)
		if !ok || !isTemp(key) {
			continue
		}
		if merged == nil {
			merged = runtime.Delta{}
		}
		merged[key], err = op.Resolve(key, func(key string) (any, error) { return h.temp[key], nil })
		if err != nil {
			return nil, err
		}
	}
	return merged, nil
}

// settle lets the state show what is stored now, and the temp keys that were in the
// delta. It returns the delta that ADK goes on with.
func (h *handle) settle(delta map[string]any, resolved, temp runtime.Delta, dropped []string) map[string]any {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now, err := h.mergeTemp(delta); err == nil { // other appends may have changed them
		temp = now
	}
	delta = wentOn(delta, resolved, temp, dropped)
	for key, v := range delta {
		delete(h.local, key)
		delete(h.refused, key)
		if isTemp(key) {
			put(&h.temp, key, v)
		}
	}
	for _, key := range dropped {
		delete(h.refused, key)
	}
	return delta
}

// put sets a key of a map that is made when it is needed first: few sessions need it.
func put[V any](m *map[string]V, key string, v V) {
	if *m == nil {
		*m = map[string]V{}
	}
	(*m)[key] = v
}
