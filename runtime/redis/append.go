package redis

import (
	"context"
	"fmt"
	"strconv"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Create stores a new session: see store.Store.
func (st *database) Create(ctx context.Context, a *store.Append) (loaded store.Loaded, err error) {
	writes, err := a.Resolve(nil)
	if err != nil {
		return loaded, err
	}
	changes, err := plainChanges(writes)
	if err != nil {
		return loaded, err
	}
	args, err := st.eventArgs(a, strconv.FormatInt(newIncarnation(), 10))
	if err != nil {
		return loaded, err
	}
	app := a.Session.AppName
	keys := append(st.ofSession(a.Session), st.keys(app).erased(), st.list(app))
	answer, err := st.write(ctx, createScript, keys, changeArgs(append(args, app), changes))
	switch {
	case err != nil:
		return loaded, err
	case answer.is("exists"):
		return loaded, runtime.ErrSessionExists
	}
	f, err := newFound(answer)
	return f.Loaded, err
}

// eventArgs are what scripts get of a session and an event.
func (st *database) eventArgs(a *store.Append, incarnation string) ([]string, error) {
	record, err := a.Event.MarshalJSON()
	return []string{
		member(a.Session.UserID, a.Session.SessionID), incarnation, a.Event.ID, formTime(a.Event.Timestamp), string(record), a.Session.UserID, st.ttl.form(), strconv.Itoa(a.MaxValue),
	}, err
}

// Append adds an event to a session: see store.Store. It is one script if that can carry
// out all that the event says. If it can't, or if a key that the append relies on holds
// something else, the script returns what the keys hold; a.Resolve then says what to
// write, and the second script does so on condition that they hold it still.
func (st *database) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	a.SetResolved(nil)
	r, err := firstRequest(a)
	for attempt := 1; err == nil; attempt++ {
		var said answer
		if said, err = st.sendAppend(ctx, r); err != nil {
			return nil, err
		}
		switch {
		case said.is("ok"):
			return r.appended(said)
		case said.is("again"):
			return r.again(said)
		case said.is("none"):
			return nil, runtime.ErrSessionNotFound
		}
		if r, err = r.resolve(said); err == nil && attempt > 1 {
			err = pause(ctx, attempt-1) // others write the same keys
			store.NoteOf(ctx).Retry()
		}
	}
	return nil, err
}

// request is an append as append.lua gets it.
type request struct {
	*store.Append
	mode       string
	conditions []condition
	changes    []change
	sizes      []string      // of the states, if the append relies on all keys
	resolved   []store.Write // nil: the script carries out what the event says
}

// The modes of append.lua.
const (
	keysMode      = "keys"
	allMode       = "all"
	lookMode      = "look"
	lookAtAllMode = "look at all"
)

// firstRequest relies on nothing but what the caller does, and looks first if the script
// can't do all that is asked for.
func firstRequest(a *store.Append) (*request, error) {
	r := &request{Append: a, mode: keysMode}
	var known, can bool
	r.conditions, known = expected(a.Expect.Values)
	r.changes, can = directChanges(a)
	if known && can {
		if a.NeedsAll() {
			r.mode, r.sizes = allMode, sizes(r.conditions)
		}
		return r, nil
	}
	r.mode, r.conditions, r.changes = lookMode, nil, nil
	if a.NeedsAll() {
		r.mode = lookAtAllMode
	}
	for _, key := range a.Keys() {
		r.conditions = append(r.conditions, condition{key: key})
	}
	for _, w := range a.Writes() { // for who asks again
		r.conditions = append(r.conditions, condition{key: w.Key})
	}
	return r, nil
}

// sizes counts the keys of each scope that are set.
func sizes(conditions []condition) []string {
	var n [3]int
	for _, c := range conditions {
		if c.text != "" {
			scope, _ := runtime.ParseKey(c.key)
			n[scope]++
		}
	}
	return []string{strconv.Itoa(n[0]), strconv.Itoa(n[1]), strconv.Itoa(n[2])}
}

func (st *database) sendAppend(ctx context.Context, r *request) (answer, error) {
	incarnation := ""
	if r.Incarnation != 0 {
		incarnation = strconv.FormatInt(r.Incarnation, 10)
	}
	args, err := st.eventArgs(r.Append, incarnation)
	if err != nil {
		return nil, err
	}
	args = append(args, r.mode, strconv.Itoa(len(r.sizes)))
	args = changeArgs(conditionArgs(append(args, r.sizes...), r.conditions), r.changes)
	return st.write(ctx, appendScript, st.ofSession(r.Session), args)
}

// texts returns what an answer gives, by full key: see append.lua.
func (r *request) texts(a answer) (map[string]string, error) {
	if r.mode == allMode || r.mode == lookAtAllMode {
		return everything(a)
	}
	texts, current := a.texts(3), make(map[string]string)
	for i, key := range r.asked() {
		if i >= len(texts) {
			return nil, fmt.Errorf("a script gave %d values where %d were expected", len(texts), len(r.asked()))
		}
		if texts[i] != "" {
			current[key] = texts[i]
		}
	}
	return current, nil
}

// asked lists the keys whose texts an answer gives, in its order.
func (r *request) asked() []string {
	var keys []string
	for _, c := range r.conditions {
		keys = append(keys, c.key)
	}
	for _, c := range r.changes {
		keys = append(append(keys, c.key), c.old...)
	}
	return keys
}

func everything(a answer) (map[string]string, error) {
	states, err := a[3].ToArray()
	if err != nil {
		return nil, err
	}
	current := make(map[string]string)
	for i, message := range states {
		texts, err := message.AsStrMap()
		if err != nil {
			return nil, err
		}
		for name, text := range texts {
			current[runtime.Scope(i).Key(name)] = text
		}
	}
	return current, nil
}

// resolve returns a request for what the append comes to, given what the keys hold, on
// condition that they do.
func (r *request) resolve(a answer) (*request, error) {
	texts, err := r.texts(a)
	if err != nil {
		return nil, err
	}
	current := decoded(texts)
	next := &request{Append: r.Append, mode: keysMode}
	if next.resolved, err = r.Resolve(current); err != nil {
		return nil, err
	}
	r.SetResolved(next.resolved)
	next.conditions = r.rely(texts)
	if r.NeedsAll() {
		next.mode, next.sizes = allMode, sizes(next.conditions)
	}
	next.changes, err = plainChanges(next.resolved)
	return next, err
}

// current returns the values that an answer gives.
func (r *request) current(a answer) (map[string]any, error) {
	texts, err := r.texts(a)
	return decoded(texts), err
}

func decoded(texts map[string]string) map[string]any {
	values := make(map[string]any, len(texts))
	for key, text := range texts {
		values[key] = decode(key, text)
	}
	return values
}

func decode(key, text string) any {
	scope, name := runtime.ParseKey(key)
	return store.DecodeValue(scope, name, text)
}

// rely returns conditions for all that the append needs.
func (r *request) rely(texts map[string]string) []condition {
	var conditions []condition
	needed := make(map[string]bool)
	for _, key := range r.Keys() {
		needed[key] = true
		conditions = append(conditions, condition{key, texts[key]})
	}
	if r.NeedsAll() {
		for key, text := range texts {
			if !needed[key] {
				conditions = append(conditions, condition{key, text})
			}
		}
	}
	return conditions
}

// appended answers an append that was carried out.
func (r *request) appended(a answer) (*store.Appended, error) {
	done := &store.Appended{Seq: a.number(1), LastUpdate: parseTime(a.text(2)), Writes: r.resolved}
	if r.resolved != nil {
		return done, nil
	}
	merged, named := a.texts(3), make(map[string]bool)
	for _, c := range r.changes {
		named[c.key] = true
	}
	for _, c := range r.changes {
		if !c.merges() {
			continue
		}
		if len(merged) == 0 {
			return nil, fmt.Errorf("a script gave too few values")
		}
		done.Writes = append(done.Writes, store.Write{Key: c.key, Value: decode(c.key, merged[0])})
		merged = merged[1:]
		for _, old := range c.old {
			if !named[old] {
				named[old] = true
				done.Writes = append(done.Writes, store.Write{Key: old})
			}
		}
	}
	if done.Writes == nil {
		return done, nil // they are those of the event
	}
	for _, w := range r.Writes() {
		if _, merges := w.Value.(runtime.Op); !merges {
			done.Writes = append(done.Writes, w)
		}
	}
	return done, nil
}

// again answers an append whose event ID the history holds already.
func (r *request) again(a answer) (*store.Appended, error) {
	stored, _ := store.DecodeEvent(a.number(1), record(a.text(4)))
	current, err := r.current(a)
	if err != nil {
		return nil, err
	}
	return r.Repeat(stored, parseTime(a.text(2)), current)
}
