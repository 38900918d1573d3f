package upkeep

import (
	"context"
	"errors"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/internal/walk"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// PurgeRequest says which state key is to be purged.
type PurgeRequest struct {
	AppName string // empty: in all apps
	Key     string // the full key, such as "user:phone"
	// Author of the events that unset it; empty: "purge".
	Author string
	// CountOnly changes nothing, and counts what would be changed.
	CountOnly bool
	// Progress is called now and then. It may be nil.
	Progress func(PurgeReport)
}

// PurgeReport counts what was done or, with CountOnly, what is to be done. No value is
// in it.
type PurgeReport struct {
	Looked int64 // histories of sessions, users and apps that were looked at
	Values int64 // current values, each unset by an event
	Events int64 // events of histories that gave the key a value
	// Elsewhere is how many events have such a value, or a text or number in it, in their
	// content or host data, JSON within texts included: those that this purge has found, and
	// those of earlier ones that are left. Only deleting or pruning takes them away.
	//
	// It can't see values in other words, spellings or encodings than JSON's, or escaped more
	// than 8 times over, true and false, names of fields, what is split between texts, state
	// under other keys, and what the histories of other sessions, users or apps tell than that
	// of the owner.
	Elsewhere int64
	Named     bool  // whether a state or an event has the key, if only to unset it
	Damaged   int64 // histories with an event that can't be read, and may hold a value
}

// Purge is Service.Purge of package runtime.
func Purge(ctx context.Context, svc Service, r PurgeRequest) (PurgeReport, error) {
	m, err := maintainer(svc.Store())
	if err == nil && r.AppName != "" {
		err = names.Check("app name", r.AppName)
	}
	if err != nil {
		return PurgeReport{}, err
	}
	p := &purger{svc: svc, store: m, r: r}
	if p.scope, _ = value.ParseKey(r.Key); r.Key == "" || p.scope == value.ScopeTemp {
		return p.report, &value.ArgumentError{Name: "key", Problem: "is empty, or a temp key, which is never stored"}
	}
	if p.r.Author == "" {
		p.r.Author = "purge"
	}
	err = walk.Names(ctx, m, "", r.AppName, func(app string) error { return p.app(ctx, app) })
	return p.report, err
}

// purger is a Purge under way.
type purger struct {
	svc    Service
	store  store.Maintainer
	r      PurgeRequest
	scope  value.Scope
	report PurgeReport
}

// app purges the key from an app, one owner of it after the other.
func (p *purger) app(ctx context.Context, app string) error {
	all := func(of store.SessionKey) eachFunc {
		return func(visit func(walk.Owner) error) error { return walk.Owners(ctx, p.store, of, visit) }
	}
	switch p.scope {
	case value.ScopeApp:
		return p.owner(ctx, all(store.SessionKey{AppName: app}))
	case value.ScopeUser:
		return walk.Names(ctx, p.store, app, "", func(user string) error {
			return p.owner(ctx, all(store.SessionKey{AppName: app, UserID: user}))
		})
	}
	return walk.Owners(ctx, p.store, store.SessionKey{AppName: app}, func(h walk.Owner) error {
		return p.owner(ctx, func(visit func(walk.Owner) error) error { return visit(h) })
	})
}

// eachFunc visits the histories that may hold a key of one owner.
type eachFunc = func(visit func(walk.Owner) error) error

// owned is what a session, a user or an app has under the key.
type owned struct {
	values purgedValues
	marked int64        // events that an earlier purge has marked
	in     []walk.Owner // that hold the key
}

// owner purges the key from the histories of a session, a user or an app. Before any
// value goes, it marks the events that tell one besides: so a purge that goes on where
// another one was cut off, or comes later, finds them.
func (p *purger) owner(ctx context.Context, each eachFunc) error {
	var o owned
	err := each(p.ifThere(func(h walk.Owner) error { return p.look(ctx, h, &o) }))
	if err != nil {
		return err
	}
	if o.values.none() {
		p.report.Elsewhere += o.marked
	} else {
		err = each(p.ifThere(func(h walk.Owner) error { return p.mark(ctx, h, &o.values) }))
	}
	for _, h := range o.in {
		if err == nil && !p.r.CountOnly {
			err = p.ifThere(func(h walk.Owner) error { return p.clear(ctx, h) })(h)
		}
	}
	return err
}

// ifThere makes it no error that a history isn't there, or not any more.
func (p *purger) ifThere(fn func(walk.Owner) error) func(walk.Owner) error {
	return func(h walk.Owner) error {
		err := fn(h)
		if errors.Is(err, store.ErrSessionNotFound) {
			return nil
		}
		if err == nil && p.r.Progress != nil {
			p.r.Progress(p.report)
		}
		return names.Wrap(h.SessionKey, err)
	}
}
