package runtime

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/store"
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

// Purge removes all values of a state key, those in histories too. Where the key is set
// it appends an event that unsets it. An event that gave the key a value stays in its
// place, and says that it unset the key: so Get with AsOf never finds it, and everything
// else is as it was. This is for legal reasons; a key that is merely not used any more
// needs no more than an event that unsets it.
//
// It works in small steps, each a transaction of its own, between which others write. It
// can be ended at any moment and run again. What others write under the key meanwhile
// may stay, so stop those who do first. Values that a merge operation has taken over under
// another name (renamed_from) are another key's: purge that one, too. An append that is
// tried again whose event was changed is an ErrEventExists. Handles keep what they have
// loaded; for files of the store, see Compact. Errors: those of bad input;
// errors.ErrUnsupported if the store is no store.Maintainer. The report says what was
// done up to an error.
func (svc *Service) Purge(ctx context.Context, r PurgeRequest) (PurgeReport, error) {
	ctx, call := svc.begin(ctx, "Purge", r.AppName)
	report, err := r.run(ctx, svc)
	call.end(err)
	return report, err
}

func (r PurgeRequest) run(ctx context.Context, svc *Service) (PurgeReport, error) {
	m, err := svc.maintainer()
	if err == nil && r.AppName != "" {
		err = names.Check("app name", r.AppName)
	}
	if err != nil {
		return PurgeReport{}, err
	}
	p := &purger{svc: svc, store: m, r: r}
	if p.scope, _ = ParseKey(r.Key); r.Key == "" || p.scope == ScopeTemp {
		return p.report, &ArgumentError{Name: "key", Problem: "is empty, or a temp key, which is never stored"}
	}
	if p.r.Author == "" {
		p.r.Author = "purge"
	}
	err = eachApp(ctx, svc, r.AppName, p.app)
	return p.report, err
}

// purger is a Purge under way.
type purger struct {
	svc    *Service
	store  store.Maintainer
	r      PurgeRequest
	scope  Scope
	report PurgeReport
}

// app purges the key from an app, one owner of it after the other.
func (p *purger) app(ctx context.Context, app string) error {
	switch p.scope {
	case ScopeApp:
		return p.owner(ctx, func(fn eachFunc) error { return eachHistory(ctx, p.svc, app, fn) })
	case ScopeSession:
		return eachHistory(ctx, p.svc, app, func(ctx context.Context, h history) error {
			return p.owner(ctx, func(fn eachFunc) error { return fn(ctx, h) })
		})
	}
	for user, err := range p.svc.Users(ctx, UsersRequest{AppName: app}) {
		if err == nil {
			err = p.owner(ctx, func(fn eachFunc) error { return eachOfUser(ctx, p.svc, app, user, fn) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// owned is what a session, a user or an app has under the key.
type owned struct {
	values purgedValues
	marked int64     // events that an earlier purge has marked
	in     []history // that hold the key
}

// owner purges the key from the histories of a session, a user or an app. Before any
// value goes, it marks the events that tell one besides: so a purge that goes on where
// another one was cut off, or comes later, finds them.
func (p *purger) owner(ctx context.Context, each func(eachFunc) error) error {
	var o owned
	err := each(p.ifThere(func(ctx context.Context, h history) error { return p.look(ctx, h, &o) }))
	if err != nil {
		return err
	}
	if o.values.none() {
		p.report.Elsewhere += o.marked
	} else {
		err = each(p.ifThere(func(ctx context.Context, h history) error { return p.mark(ctx, h, &o.values) }))
	}
	for _, h := range o.in {
		if err == nil && !p.r.CountOnly {
			err = p.ifThere(p.clear)(ctx, h)
		}
	}
	return err
}

// ifThere makes it no error that a history isn't there, or not any more.
func (p *purger) ifThere(fn eachFunc) eachFunc {
	return func(ctx context.Context, h history) error {
		err := fn(ctx, h)
		if errors.Is(err, ErrSessionNotFound) {
			return nil
		}
		if err == nil && p.r.Progress != nil {
			p.r.Progress(p.report)
		}
		return names.Wrap(h.SessionKey, err)
	}
}

// look notes what a history, and the state that it is the history of, hold.
func (p *purger) look(ctx context.Context, h history, o *owned) error {
	session, value, err := p.current(ctx, h)
	if err != nil {
		return err
	}
	hits, damaged := int64(0), false
	err = p.steps(ctx, h, func(_ store.EventQuery, events []*store.StoredEvent) (wrote bool, err error) {
		for _, e := range events {
			damaged = damaged || e.Damage() != nil
			p.report.Named = p.report.Named || slices.ContainsFunc(e.Writes, p.isOfKey)
			if e.TellsPurged(p.r.Key) {
				o.marked++
			}
			if _, values := e.Cleared(p.r.Key); len(values) > 0 {
				hits++
				o.values.add(values)
			}
		}
		return false, nil
	})
	if err != nil && (session == nil || !errors.Is(err, ErrSessionNotFound)) { // state may be shared without an event
		return err
	}
	p.report.Looked++
	if damaged {
		p.report.Damaged++
	}
	if session != nil {
		p.report.Named = true
		o.values.add(value)
	}
	if session != nil || hits > 0 {
		o.in = append(o.in, h)
	}
	p.count(session != nil, hits)
	return nil
}

func (p *purger) isOfKey(w store.Write) bool { return w.Key == p.r.Key }

// count counts what would be changed.
func (p *purger) count(set bool, events int64) {
	if !p.r.CountOnly {
		return
	}
	p.report.Events += events
	if set {
		p.report.Values++
	}
}

// current returns a handle of the history, and the value that the key has in this very
// session's, user's or app's state. Without one it returns no handle.
func (p *purger) current(ctx context.Context, h history) (*Session, any, error) {
	if h.scope() != p.scope {
		return nil, nil, nil
	}
	loaded, err := p.store.Load(ctx, h.SessionKey, store.EventQuery{None: true})
	if err != nil {
		return nil, nil, err
	}
	session := newSession(h.SessionKey, loaded)
	value, err := session.State().Get(p.r.Key)
	if IsMissing(err) {
		return nil, nil, nil
	}
	return session, value, nil
}

// mark marks the events of a history that tell one of the values in their content or
// host data, and counts those that are marked.
func (p *purger) mark(ctx context.Context, h history, values *purgedValues) error {
	return p.steps(ctx, h, func(q store.EventQuery, events []*store.StoredEvent) (wrote bool, err error) {
		missing := false
		for _, e := range events {
			marked := p.marked(e, values)
			missing = missing || marked != e
			if marked != e || e.TellsPurged(p.r.Key) {
				p.report.Elsewhere++
			}
		}
		if !missing || p.r.CountOnly {
			return false, nil
		}
		_, err = p.rewrite(ctx, h, q, func(e *store.StoredEvent) *store.StoredEvent { return p.marked(e, values) })
		return true, err
	})
}

// marked returns the event itself if it is marked or tells nothing.
func (p *purger) marked(e *store.StoredEvent, values *purgedValues) *store.StoredEvent {
	if e.TellsPurged(p.r.Key) || !values.in(e) {
		return e
	}
	return e.MarkPurged(p.r.Key)
}

// clear unsets the key, and clears it in a history's events and snapshots.
func (p *purger) clear(ctx context.Context, h history) error {
	if err := p.unset(ctx, h); err != nil {
		return err
	}
	return p.steps(ctx, h, func(q store.EventQuery, events []*store.StoredEvent) (wrote bool, err error) {
		if !slices.ContainsFunc(events, func(e *store.StoredEvent) bool { return p.cleared(e) != e }) {
			return false, nil
		}
		n, err := p.rewrite(ctx, h, q, p.cleared)
		p.report.Events += n
		return true, err
	})
}

func (p *purger) cleared(e *store.StoredEvent) *store.StoredEvent {
	e, _ = e.Cleared(p.r.Key)
	return e
}

// unset unsets the key if it is set in this very session's, user's or app's state.
func (p *purger) unset(ctx context.Context, h history) error {
	session, _, err := p.current(ctx, h)
	if err != nil || session == nil {
		return err
	}
	p.report.Values++
	return p.svc.AppendEvent(ctx, session, &Event{Author: p.r.Author, Actions: Actions{StateDelta: Delta{p.r.Key: nil}}})
}

// stepFunc takes some events of a history, and the query that asked for them.
type stepFunc = func(store.EventQuery, []*store.StoredEvent) (wrote bool, err error)

// steps calls fn with some events of a history after the others, and lets others write
// after each step that wrote.
func (p *purger) steps(ctx context.Context, h history, fn stepFunc) error {
	q := store.EventQuery{AfterSeq: math.MinInt64, First: pruneAtOnce}
	for {
		began := time.Now()
		events, err := p.store.Events(ctx, h.SessionKey, q)
		if err != nil {
			return err
		}
		wrote, err := fn(q, events)
		if err != nil || len(events) < q.First {
			return err
		}
		q.AfterSeq = events[len(events)-1].Seq
		if wrote {
			if err := rest(ctx, began); err != nil {
				return err
			}
		}
	}
}

// editFunc returns what is to be in an event's place, or the event itself.
type editFunc = func(*store.StoredEvent) *store.StoredEvent

// rewrite edits the events that a query asks for, and returns how many it has changed.
func (p *purger) rewrite(ctx context.Context, h history, q store.EventQuery, edit editFunc) (n int64, err error) {
	r := store.RewriteQuery{Session: h.SessionKey, From: q.AfterSeq + 1, AfterSeq: q.AfterSeq, First: q.First}
	err = p.store.Rewrite(ctx, r, func(events []*store.StoredEvent) (r store.Rewritten, err error) {
		for _, e := range events {
			if changed := edit(e); changed != e {
				r.Put = append(r.Put, changed)
			}
		}
		n = int64(len(r.Put))
		return r, nil
	})
	return n, err
}
