package sessiondb

import (
	"context"
	"iter"
	"strconv"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Event is what a stored event does with the state.
type Event struct {
	Owner         // whose history it is in: a session's, or that of shared state
	Seq     int64 // 0 if the tables don't number events, or for the creation
	Author  string
	Writes  []store.Write // values, nil for a key that is cleared, or merge operations
	Damaged bool          // it can't be read; then only Owner and Seq are known
}

// Events yields the whole history of all sessions, one after the other. An error
// ends it.
func (db *DB) Events(ctx context.Context) iter.Seq2[*Event, error] {
	switch {
	case db.walk != nil:
		return sequence(db, func(yield func(*Event) error) error { return db.walk.events(ctx, yield) })
	case db.layout.adk != nil:
		return db.events(db.layout.adk.rows(ctx, db.conn, authorAlone))
	}
	return db.events(db.conn.rows(ctx, db.layout.history))
}

func (db *DB) events(rows iter.Seq2[[][]byte, error]) iter.Seq2[*Event, error] {
	return func(yield func(*Event, error) bool) {
		for row, err := range rows {
			if err != nil {
				yield(nil, db.wrap(err))
				return
			}
			if !yield(readEvent(row), nil) {
				return
			}
		}
	}
}

// authorAlone are the columns of ADK's tables that readEvent wants.
var authorAlone = []eventColumn{{column: "author"}}

func readEvent(row [][]byte) *Event {
	e := &Event{Owner: Owner{string(row[0]), string(row[1]), string(row[2])}}
	if len(row) == 5 { // of our tables: ADK's don't number events
		e.Seq, _ = strconv.ParseInt(string(row[3]), 10, 64)
		var stored store.StoredEvent
		if stored.UnmarshalJSON(row[4]) != nil {
			e.Damaged = true
			return e
		}
		e.Author, e.Writes = stored.Author, stored.Writes
		return e
	}
	e.Author = string(row[5])
	e.readActions(row[4])
	return e
}

// readActions reads the actions of an ADK event, which has had several forms.
func (e *Event) readActions(text []byte) {
	if len(text) == 0 {
		return
	}
	value, err := runtime.DecodeValue(text)
	actions, ok := value.(map[string]any)
	if err != nil || !ok && value != nil {
		e.Damaged = true
		return
	}
	for _, name := range []string{"stateDelta", "StateDelta", "state_delta"} {
		delta, _ := actions[name].(map[string]any)
		for key, v := range delta {
			e.Writes = append(e.Writes, store.Write{Key: key, Value: v})
		}
	}
}
