package runtime

import (
	"context"
	"errors"
	"math"
	"strings"
	"time"

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
	// Elsewhere is how many events have such a value, or a text in it, in their content
	// or host data. They stay as they are: only deleting or pruning takes them away.
	Elsewhere int64
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
		err = checkID("app name", r.AppName)
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
	err = eachApp(ctx, svc, r.AppName, func(ctx context.Context, app string) error { return eachHistory(ctx, svc, app, p.history) })
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

// history purges the key from one history, and from the state that it is the history
// of. That it isn't there, or not any more, is no error.
func (p *purger) history(ctx context.Context, h history) error {
	err := p.value(ctx, h)
	if err == nil {
		err = p.events(ctx, h)
	}
	switch {
	case errors.Is(err, ErrSessionNotFound):
		return nil
	case err != nil:
		return wrap(h.SessionKey, err)
	}
	p.report.Looked++
	if p.r.Progress != nil {
		p.r.Progress(p.report)
	}
	return nil
}

// value unsets the key if it is set in this very session's, user's or app's state.
func (p *purger) value(ctx context.Context, h history) error {
	owner := ScopeSession
	switch {
	case h.SessionID == "" && h.UserID == "":
		owner = ScopeApp
	case h.SessionID == "":
		owner = ScopeUser
	}
	if owner != p.scope {
		return nil
	}
	loaded, err := p.store.Load(ctx, h.SessionKey, store.EventQuery{None: true})
	if err != nil {
		return err
	}
	session := newSession(h.SessionKey, loaded)
	if _, err := session.State().Get(p.r.Key); IsMissing(err) {
		return nil
	}
	p.report.Values++
	if p.r.CountOnly {
		return nil
	}
	return p.svc.AppendEvent(ctx, session, &Event{Author: p.r.Author, Actions: Actions{StateDelta: Delta{p.r.Key: nil}}})
}

// events clears the key in a history's events and snapshots.
func (p *purger) events(ctx context.Context, h history) error {
	q := store.EventQuery{AfterSeq: math.MinInt64, First: pruneAtOnce}
	var texts texts
	damaged := false
	for {
		began := time.Now()
		events, err := p.store.Events(ctx, h.SessionKey, q)
		if err != nil {
			return err
		}
		hits := int64(0)
		for _, e := range events {
			damaged = damaged || e.Damage() != nil
			if _, values := e.Cleared(p.r.Key); len(values) > 0 {
				hits++
				texts.add(values)
			}
		}
		if hits > 0 && !p.r.CountOnly {
			if hits, err = p.clear(ctx, h, q); err != nil {
				return err
			}
		}
		p.report.Events += hits
		for _, e := range events {
			if texts.in(e) {
				p.report.Elsewhere++
			}
			q.AfterSeq = e.Seq
		}
		if len(events) < q.First {
			break
		}
		if hits > 0 {
			if err := rest(ctx, began); err != nil {
				return err
			}
		}
	}
	if damaged {
		p.report.Damaged++
	}
	return nil
}

// clear clears the key in the events that a query asks for.
func (p *purger) clear(ctx context.Context, h history, q store.EventQuery) (cleared int64, err error) {
	r := store.RewriteQuery{Session: h.SessionKey, From: q.AfterSeq + 1, AfterSeq: q.AfterSeq, First: q.First}
	err = p.store.Rewrite(ctx, r, func(events []*store.StoredEvent) (r store.Rewritten, err error) {
		cleared = 0
		for _, e := range events {
			if e, values := e.Cleared(p.r.Key); len(values) > 0 {
				r.Put = append(r.Put, e)
				cleared++
			}
		}
		return r, nil
	})
	return cleared, err
}

// texts are those in purged values that are long enough to tell something.
type texts map[string]bool

const shortestText = 4

func (t *texts) add(v any) {
	switch v := v.(type) {
	case string:
		if *t == nil {
			*t = make(texts)
		}
		if len(v) >= shortestText {
			(*t)[v] = true
		}
	case []any:
		for _, item := range v {
			t.add(item)
		}
	case map[string]any:
		for _, item := range v {
			t.add(item)
		}
	case Op:
		t.add(v.Operand)
		t.add(v.Base)
	}
}

// in reports whether one of the texts is in an event's content or host data.
func (t texts) in(e *store.StoredEvent) bool {
	if len(t) == 0 {
		return false
	}
	rest := *e
	rest.Writes = nil
	if e.Extra != nil {
		rest.Extra = &store.Extra{Host: e.Extra.Host}
	}
	text, err := rest.MarshalJSON()
	if err != nil {
		return false
	}
	for piece := range t {
		encoded, err := EncodeValue(piece)
		if err == nil && strings.Contains(string(text), strings.Trim(string(encoded), `"`)) {
			return true
		}
	}
	return false
}
