// Package lines lines up the updates of a process that want the same key, once two of them
// have met: each has its turn when the one before has appended, rather than to find out that
// it was overtaken. On a store that takes appends in order, the turn is handed on as soon as
// the append has begun, and the next one goes on with what that is going to write.
//
// Nothing depends on it but how long updates take: each append relies on what its function
// has read.
package lines

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/seed92179c4c/stategen/runtime/internal/turns"
	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Lines are those of a process.
type Lines struct{ locks turns.Locks[lineKey, guess] }

// lineKey names what updates wait for: a key, with the session or the user that it belongs
// to, if it isn't the app's.
type lineKey struct{ app, user, session, key string }

// keyOf returns what those wait for who want a key of a session, or views.Everything of its
// app's.
func keyOf(k store.SessionKey, key string) lineKey {
	switch scope, _ := value.ParseKey(key); {
	case key == views.Everything || scope == value.ScopeApp:
		return lineKey{app: k.AppName, key: key}
	case scope == value.ScopeUser:
		return lineKey{app: k.AppName, user: k.UserID, key: key}
	default:
		return lineKey{k.AppName, k.UserID, k.SessionID, key}
	}
}

// guess is what is going to be stored when the last append has ended that has begun in a
// line. The zero value is none.
type guess struct {
	values map[lineKey]any // what that append has read and written; nil: not set
	wrong  *atomic.Bool    // one of the appends has failed on whose success it rests
	ended  chan struct{}   // closed when the append has
}

// Busy returns a key with a line among those that an append relies on.
func (l *Lines) Busy(session store.SessionKey, reads store.Expectation) (key string, busy bool) {
	if l.locks.Empty() {
		return "", false
	}
	if reads.All && l.locks.Has(keyOf(session, views.Everything)) {
		return views.Everything, true
	}
	for key := range reads.Values {
		if l.locks.Has(keyOf(session, key)) {
			return key, true
		}
	}
	return "", false
}

// Place is an update's place in a line.
type Place struct {
	lines *Lines
	key   lineKey
	line  *turns.Keyed[guess]

	mu   sync.Mutex
	turn bool // the place has it
}

// Enter waits until it is the turn of an update of a session that wants a key.
func (l *Lines) Enter(ctx context.Context, session store.SessionKey, key string) (*Place, error) {
	p := &Place{lines: l, key: keyOf(session, key), turn: true}
	p.line = l.locks.Join(p.key)
	if err := p.line.Take(ctx); err != nil {
		l.locks.Quit(p.key)
		return nil, err
	}
	return p, nil
}

// GiveWay hands the turn on. It does nothing the second time.
func (p *Place) GiveWay() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turn {
		p.turn = false
		p.line.Give()
	}
}

// Leave is called once, in the end.
func (p *Place) Leave() {
	p.GiveWay()
	p.lines.locks.Quit(p.key)
}

// Guess returns what keys of a session are going to hold, if all appends that have begun
// succeed; nil if that isn't known of all.
func (p *Place) Guess(session store.SessionKey, keys []string) *views.Part {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := p.line.Value
	if !p.turn || keys == nil || last.wrong == nil || last.wrong.Load() {
		return nil
	}
	var parts [3]store.PlainValues
	for scope := range parts {
		parts[scope] = store.PlainValues{}
	}
	for _, key := range keys {
		v, known := last.values[keyOf(session, key)]
		if !known {
			return nil
		}
		if scope, name := value.ParseKey(key); v != nil {
			parts[scope][name] = v
		}
	}
	return views.NewPart(&views.Snapshot{parts[0], parts[1], parts[2]}, keys, nil)
}

// Wait waits until the append that began last in the line has ended, no longer than ctx.
func (p *Place) Wait(ctx context.Context) {
	p.mu.Lock()
	last := p.line.Value
	has := p.turn && last.ended != nil
	p.mu.Unlock()
	if !has {
		return
	}
	select {
	case <-last.ended:
	case <-ctx.Done():
	}
}

// Begun hands the turn on, and with it what an append that has begun is going to write,
// which may rest on a guess. What it returns is to be told how the append has ended.
func (p *Place) Begun(a *store.Append, guessed bool) (ended func(error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.turn {
		return func(error) {}
	}
	next := guess{values: after(a), wrong: new(atomic.Bool), ended: make(chan struct{})}
	if guessed {
		next.wrong = p.line.Value.wrong
	}
	p.line.Value, p.turn = next, false
	p.line.Give()
	return func(err error) {
		if err != nil {
			next.wrong.Store(true)
		}
		close(next.ended)
	}
}

// after returns what is known of the state once an append has succeeded: what it relied on,
// at that very moment, and what it wrote.
func after(a *store.Append) map[lineKey]any {
	values := make(map[lineKey]any)
	for key, v := range a.Expect.Values {
		values[keyOf(a.Session, key)] = v
	}
	for _, w := range a.Writes() {
		op, merged := w.Value.(value.Op)
		if !merged {
			values[keyOf(a.Session, w.Key)] = w.Value
			continue
		}
		for _, key := range append([]string{w.Key}, op.Old...) {
			delete(values, keyOf(a.Session, key))
		}
	}
	return values
}
