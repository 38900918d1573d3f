package sessiondb

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// Owner is who a part of the state belongs to: an app if User is empty, a user if
// Session is, or else a session.
type Owner struct {
	App     string `json:"app"`
	User    string `json:"user,omitempty"`
	Session string `json:"session,omitempty"`
}

// Scope returns the scope of the owner's keys.
func (o Owner) Scope() runtime.Scope { return o.key().Scope() }

// State is all that is stored of one owner.
type State struct {
	Owner
	Updated time.Time // of a session, if the tables tell
	Values  []Value
}

// Value is a stored value.
type Value struct {
	Key   string // with its prefix
	Value any    // in normal form; nil if Damaged
	// Damaged says that the text is not valid JSON. Without a Key it is that of the owner's
	// whole state.
	Damaged bool
}

// States yields each owner's state: an app's, which may be empty, before those of its
// users, and a user's, which may be empty, before those of the user's sessions. What
// it yields is overwritten by the next. An error ends it.
func (db *DB) States(ctx context.Context) iter.Seq2[*State, error] {
	states := db.states(ctx)
	return func(yield func(*State, error) bool) {
		for s, err := range states {
			if !yield(s, err) {
				return
			}
			if err == nil {
				db.pass(s.Owner)
			}
		}
	}
}

// pass tells that an owner was passed.
func (db *DB) pass(o Owner) {
	if db.Progress != nil && o.Session != "" {
		db.passed++
		db.Progress(db.passed)
	}
}

func (db *DB) states(ctx context.Context) iter.Seq2[*State, error] {
	if db.walk != nil {
		return sequence(db, func(yield func(*State) error) error { return db.walk.states(ctx, yield) })
	}
	return func(yield func(*State, error) bool) {
		g := grouping{yield: yield, layout: &db.layout, keys: [3]map[string]string{{}, {}, {}}}
		for row, err := range db.conn.rows(ctx, db.layout.states) {
			if err != nil {
				yield(nil, db.wrap(err))
				return
			}
			if err := g.add(row); err != nil {
				if !errors.Is(err, errEnough) {
					yield(nil, db.wrap(err))
				}
				return
			}
		}
		if g.begun {
			g.yield(&g.state, nil)
		}
	}
}

var errEnough = errors.New("enough")

// grouping makes states of rows.
type grouping struct {
	yield  func(*State, error) bool
	begun  bool
	state  State
	layout *layout
	keys   [3]map[string]string // by name: most have been seen before
}

func (g *grouping) add(row [][]byte) error {
	for i, cell := range row[:4] {
		if cell == nil {
			return errors.New("a row without " + [...]string{"an app", "a user", "a session", "a time"}[i])
		}
	}
	if !g.begun || string(row[0]) != g.state.App || string(row[1]) != g.state.User || string(row[2]) != g.state.Session {
		if err := g.next(row); err != nil {
			return err
		}
	}
	if row[5] != nil {
		g.values(row[4], row[5])
	}
	return nil
}

// next begins the state of another owner, and those of the app and the user before
// it, if they have none of their own.
func (g *grouping) next(row [][]byte) error {
	owner := Owner{string(row[0]), string(row[1]), string(row[2])}
	before := g.state.Owner
	if (!g.begun || before.App != owner.App) && owner.User != "" {
		if err := g.begin(Owner{App: owner.App}, time.Time{}); err != nil {
			return err
		}
	}
	if (before.App != owner.App || before.User != owner.User) && owner.Session != "" {
		if err := g.begin(Owner{App: owner.App, User: owner.User}, time.Time{}); err != nil {
			return err
		}
	}
	var updated time.Time
	if micros, err := strconv.ParseInt(string(row[3]), 10, 64); err == nil && micros != 0 && g.layout.adk == nil {
		updated = time.UnixMicro(micros).UTC()
	}
	return g.begin(owner, updated)
}

func (g *grouping) begin(o Owner, updated time.Time) error {
	if g.begun && !g.yield(&g.state, nil) {
		return errEnough
	}
	g.begun = true
	g.state = State{Owner: o, Updated: updated, Values: g.state.Values[:0]}
	return nil
}

// values adds a key's value, or those of a whole state.
func (g *grouping) values(key, text []byte) {
	if key == nil && len(text) == 0 {
		return
	}
	value, err := runtime.DecodeValue(text)
	if key != nil {
		v := Value{Key: g.key(key), Value: value, Damaged: err != nil}
		g.state.Values = append(g.state.Values, v)
		return
	}
	state, ok := value.(map[string]any)
	if err != nil || !ok && value != nil {
		g.state.Values = append(g.state.Values, Value{Damaged: true})
		return
	}
	prefix := withoutDouble(g.state.Scope().Prefix(), state)
	for _, name := range slices.Sorted(maps.Keys(state)) {
		if v := state[name]; v != nil {
			g.state.Values = append(g.state.Values, Value{Key: prefix + name, Value: v})
		}
	}
}

// mostKeys bounds the names that are kept.
const mostKeys = 10000

// key returns a key with its prefix.
func (g *grouping) key(name []byte) string {
	scope := g.state.Scope()
	if key, ok := g.keys[scope][string(name)]; ok {
		return key
	}
	key := string(name)
	if !g.layout.prefixed {
		key = scope.Key(key)
	}
	if len(g.keys[scope]) < mostKeys {
		g.keys[scope][string(name)] = key
	}
	return key
}

// withoutDouble drops a prefix that the keys bear already.
func withoutDouble(prefix string, state map[string]any) string {
	for key := range state {
		if scope, _ := runtime.ParseKey(key); scope != runtime.ScopeSession {
			return ""
		}
	}
	return prefix
}
