package adksession

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime/client"
	"google.golang.org/adk/v2/session"
)

// Option is an option of New.
type Option func(*service)

// WithClients lets clients write what the contract allows, and nothing else. What is theirs
// are the state that Create is given, and the state deltas of events whose author is "user",
// whichever way they came; and those of events that are appended to a session as Create
// returned it, outside of a run: ADK's REST server takes such events, of any author, with the
// request that creates a session. Anything else is a *client.RefusedError, nothing of
// the state or of the event is stored, and a run doesn't begin.
//
// The program's own writes are not limited: those of agents and tools, and those that go
// through the runtime's service.
func WithClients(clients *client.Contract) Option {
	return func(s *service) { s.clients = &guard{clients} }
}

// guard holds clients to a contract. A nil one lets them write everything.
type guard struct{ contract *client.Contract }

// create returns what a client may create a session with.
func (g *guard) create(ctx context.Context, state map[string]any) (map[string]any, error) {
	if g == nil || len(state) == 0 {
		return state, nil
	}
	allowed, err := g.contract.CheckCreate(state)
	return allowed, noted(ctx, err)
}

// delta returns what of an event's state delta may be written.
func (g *guard) delta(ctx context.Context, h *handle, event *session.Event) (map[string]any, error) {
	delta := event.Actions.StateDelta
	if g == nil || len(delta) == 0 || !fromClient(ctx, h, event) {
		return delta, nil
	}
	allowed, err := g.contract.CheckDelta(delta, (*state)(h))
	return allowed, noted(ctx, err)
}

// fromClient reports whether a client may have made an event.
func fromClient(ctx context.Context, h *handle, event *session.Event) bool {
	if event.Author == "user" {
		return true
	}
	_, inRun := ctx.(interface{ InvocationID() string }) // ADK's own contexts of a run
	return h.created && !inRun
}

// refusalOf is the key under which a request's context has what was refused of it.
type refusalOf struct{}

// noted lets the handler of a request know the error.
func noted(ctx context.Context, err error) error {
	refused, isRefused := err.(*client.RefusedError)
	if of, ok := ctx.Value(refusalOf{}).(**client.RefusedError); ok && isRefused {
		*of = refused
	}
	return err
}
