package redis

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Load reads a session: see store.Store.
func (st *database) Load(ctx context.Context, key store.SessionKey, q store.EventQuery) (store.Loaded, error) {
	found, err := st.find(ctx, key, q, true)
	return found.Loaded, err
}

// Events reads a part of a history: see store.Store.
func (st *database) Events(ctx context.Context, key store.SessionKey, q store.EventQuery) ([]*store.StoredEvent, error) {
	found, err := st.find(ctx, key, q, false)
	return found.Events, err
}

// found is a session as load.lua gives it, with what only this package needs.
type found struct {
	store.Loaded
	seq  int64
	mark string // of the last rewriting
}

func (st *database) find(ctx context.Context, key store.SessionKey, q store.EventQuery, state bool) (f found, err error) {
	notBefore := ""
	if !q.NotBefore.IsZero() {
		notBefore = formTime(q.NotBefore)
	}
	args := []string{
		member(key.UserID, key.SessionID), flag(state && key.SessionID == ""), flag(state), flag(q.None),
		strconv.FormatInt(q.AfterSeq, 10), strconv.FormatInt(q.UpTo, 10), notBefore, q.ID, strconv.Itoa(q.First), strconv.Itoa(q.Last),
		flag(q.Keys == nil),
	}
	for _, key := range q.Keys {
		scope, name := runtime.ParseKey(key)
		args = append(args, strconv.Itoa(int(scope)), name)
	}
	a, err := st.read(ctx, loadReader, st.ofSession(key), args)
	switch {
	case err != nil:
		return f, err
	case a.is("none"):
		return f, runtime.ErrSessionNotFound
	}
	return newFound(a)
}

func flag(set bool) string {
	if set {
		return "1"
	}
	return "0"
}

// newFound reads: incarnation, number of the last event, mark, last update, events, and
// the state by scopes if it was asked for.
func newFound(a answer) (f found, err error) {
	f.Loaded = store.NewLoaded()
	f.Incarnation, err = strconv.ParseInt(a.text(1), 10, 64)
	if err != nil {
		return f, err
	}
	f.seq, f.mark = a.number(2), a.text(3)
	if f.Incarnation != 0 {
		f.LastUpdate = parseTime(a.text(4))
	}
	if err := f.addState(a[6:]); err != nil {
		return f, err
	}
	return f, f.addEvents(a[5])
}

func (f *found) addState(scopes []rueidis.RedisMessage) error {
	for i, message := range scopes {
		scope := runtime.Scope(i)
		texts, err := message.AsStrMap()
		if err != nil {
			return fmt.Errorf("the %s state: %w", scope, err)
		}
		for name, text := range texts {
			f.Add(scope, name, store.DecodeValue(scope, name, text))
		}
	}
	return nil
}

// addEvents reads numbers and entries, in turn.
func (f *found) addEvents(message rueidis.RedisMessage) error {
	list, err := message.ToArray()
	if err != nil {
		return err
	}
	for pair := range slices.Chunk(answer(list), 2) {
		f.AddEvent(pair.number(0), record(pair.text(1)))
	}
	return nil
}
