// Package migrate rewrites what a service holds: values under older names and in
// older forms become what today's schema stores. Reading does the same with each of
// them, so it may run while programs of today's release, and of the one before, are
// at work; when it is done, the older names and forms may leave the schema.
//
// Nothing is rewritten in place: each session, user and app that needs it gets one
// event more. History stays as it is.
package migrate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/walk"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Options say how to migrate.
type Options struct {
	Apply bool // without it nothing is written
	// Rate is how many events are appended in a second at most; 0: no limit.
	Rate float64
	// Author of the events; empty: "migrate".
	Author string
	// Progress is called after each app, user and session. It may be nil.
	Progress func(*Report)
}

// Run migrates all that a service holds. It can be ended at any moment and run again:
// what was done stays done, and what was not is found again. Each event is appended on
// condition that the values it was made of have not changed; if they have, it is made
// anew. What is written while it runs may be left for the next run.
//
// An error ends it, with the report of what was done. A session that is deleted while
// it runs is none.
func Run(ctx context.Context, svc *runtime.Service, s Schema, o Options) (*Report, error) {
	r := &run{svc: svc, schema: s, Options: o, report: &Report{}}
	if r.Author == "" {
		r.Author = "migrate"
	}
	return r.report, r.all(ctx)
}

type run struct {
	Options
	svc    *runtime.Service
	schema Schema
	report *Report
	next   time.Time // when the next event may be appended
}

func (r *run) all(ctx context.Context) error {
	return walk.Owners(ctx, r.svc.Store(), store.SessionKey{}, func(o walk.Owner) error {
		switch o.Scope() {
		case runtime.ScopeApp:
			r.report.Apps++
		case runtime.ScopeUser:
			r.report.Users++
		default:
			return r.session(ctx, o.SessionKey)
		}
		return r.shared(ctx, o.SessionKey)
	})
}

// lastEvent asks for no more of a history than its last number.
const lastEvent = 1

func (r *run) shared(ctx context.Context, at store.SessionKey) error {
	s, err := r.svc.Shared(ctx, runtime.SharedRequest{AppName: at.AppName, UserID: at.UserID, NumRecentEvents: lastEvent})
	return r.migrate(ctx, at, s, err)
}

func (r *run) session(ctx context.Context, at store.SessionKey) error {
	s, err := r.svc.Get(ctx, runtime.GetRequest{
		AppName: at.AppName, UserID: at.UserID, SessionID: at.SessionID, NumRecentEvents: lastEvent,
	})
	if errors.Is(err, runtime.ErrSessionNotFound) {
		return nil
	}
	r.report.Sessions++
	return r.migrate(ctx, at, s, err)
}

// migrate migrates one owner's state. What can't be read of it stays.
func (r *run) migrate(ctx context.Context, at store.SessionKey, s *runtime.Session, err error) error {
	var damage *runtime.DamagedError
	if err != nil && !(errors.As(err, &damage) && s != nil) {
		return err
	}
	if r.Progress != nil {
		defer func() { r.Progress(r.report) }()
	}
	state := s.State()
	var own []string
	for key := range state.All() {
		if scope, _ := runtime.ParseKey(key); scope == at.Scope() {
			own = append(own, key)
		}
	}
	slices.Sort(own)
	todo := r.schema.candidates(at.Scope(), own)
	if len(todo) == 0 {
		return nil
	}
	writes := false
	changes := make([]change, len(todo))
	for i, c := range todo {
		changes[i] = c.of(state)
		writes = writes || len(changes[i].writes) > 0
	}
	if writes && r.Apply {
		if err := r.append(ctx, at, s, damage == nil, todo, changes); err != nil {
			if errors.Is(err, runtime.ErrSessionNotFound) {
				return nil
			}
			return fmt.Errorf("migrating app %q, user %q, session %q: %w", at.AppName, at.UserID, at.SessionID, err)
		}
	}
	return r.note(at, todo, changes)
}

func (r *run) note(at store.SessionKey, todo []candidate, changes []change) error {
	writes := false
	for i, c := range todo {
		r.report.count(at, c.entry, changes[i])
		writes = writes || len(changes[i].writes) > 0
	}
	if writes {
		r.report.Events++
	}
	return nil
}

// of decides on a view of the state. It reads nothing but the candidate's names, that of
// the next release included.
func (c candidate) of(s runtime.ReadonlyState) change {
	stored := map[string]any{}
	for _, name := range c.names {
		v, err := s.Get(name)
		switch {
		case err == nil && v != nil:
			stored[name] = v
		case err != nil && !runtime.IsMissing(err):
			return change{outcome: refused}
		}
	}
	if len(stored) == 0 || stored[c.wire] == nil && c.isAhead(s) {
		return change{}
	}
	return c.change(stored)
}

// isAhead reports whether the value is under the name of the next release.
func (c candidate) isAhead(s runtime.ReadonlyState) bool {
	if c.next == "" {
		return false
	}
	v, err := s.Get(c.next)
	return v != nil || err != nil && !runtime.IsMissing(err)
}

// append appends the owner's event. It leaves in changes what became of each
// candidate in the end.
func (r *run) append(ctx context.Context, at store.SessionKey, s *runtime.Session, intact bool, todo []candidate, changes []change) error {
	if err := r.wait(ctx); err != nil {
		return err
	}
	event := &runtime.Event{Author: r.Author}
	if intact { // or the last number isn't known, and an ID of an earlier run might come out
		event.ID = eventID(at, s)
	}
	return runtime.Update(ctx, r.svc, s, event, func(state runtime.State) error {
		for i, c := range todo {
			changes[i] = c.of(state)
			for _, key := range sortedKeys(changes[i].writes) {
				if err := state.Set(key, changes[i].writes[key]); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// eventID is the same for two runs that find the same history, so that both together
// append one event; and another one after that.
func eventID(at store.SessionKey, s *runtime.Session) string {
	seq := int64(0)
	if n := s.Events().Len(); n > 0 {
		seq = s.Events().At(n - 1).Seq
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %q %d", at.AppName, at.UserID, at.SessionID, seq))
	return "migrate-" + hex.EncodeToString(sum[:12])
}

// wait keeps to the rate.
func (r *run) wait(ctx context.Context) error {
	if r.Rate <= 0 {
		return ctx.Err()
	}
	now := time.Now()
	if r.next.After(now) {
		timer := time.NewTimer(r.next.Sub(now))
		defer timer.Stop()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
		}
		now = r.next
	}
	r.next = now.Add(time.Duration(float64(time.Second) / r.Rate))
	return nil
}
