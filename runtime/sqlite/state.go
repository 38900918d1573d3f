package sqlite

import (
	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// owner says where the state of one scope lies.
type owner struct {
	get, upsert, delete string
	args                []any
}

func (s *row) owner(scope runtime.Scope) owner {
	switch scope {
	case runtime.ScopeUser:
		return sharedOwner(s.key.AppName, s.key.UserID)
	case runtime.ScopeApp:
		return sharedOwner(s.key.AppName, "")
	default:
		return owner{
			get:    "SELECT value FROM session_state WHERE session = ? AND name = ?",
			upsert: "INSERT INTO session_state VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
			delete: "DELETE FROM session_state WHERE session = ? AND name = ?",
			args:   []any{s.id},
		}
	}
}

func sharedOwner(app, user string) owner {
	return owner{
		get:    "SELECT value FROM shared_state WHERE app = ? AND user = ? AND name = ?",
		upsert: "INSERT INTO shared_state VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
		delete: "DELETE FROM shared_state WHERE app = ? AND user = ? AND name = ?",
		args:   []any{app, user},
	}
}

// get returns one value, nil if it isn't set, or what takes the place of a damaged one.
func (s *row) get(conn *sqlite.Conn, key string) (value any, err error) {
	scope, name := runtime.ParseKey(key)
	if scope == runtime.ScopeUser && s.key.UserID == "" {
		return nil, nil // not the app's
	}
	owner := s.owner(scope)
	err = each(conn, owner.get, func(stmt *sqlite.Stmt) error {
		value = store.DecodeValue(scope, name, stmt.ColumnText(0))
		return nil
	}, append(owner.args, name)...)
	return value, err
}

// put carries out writes, one row each.
func (s *row) put(conn *sqlite.Conn, writes []store.Write) error {
	for _, w := range writes {
		if err := s.putOne(conn, w); err != nil {
			return err
		}
	}
	return nil
}

func (s *row) putOne(conn *sqlite.Conn, w store.Write) error {
	scope, name := runtime.ParseKey(w.Key)
	owner := s.owner(scope)
	if w.Value == nil {
		return run(conn, owner.delete, append(owner.args, name)...)
	}
	text, err := runtime.EncodeValue(w.Value)
	if err != nil {
		return err
	}
	return run(conn, owner.upsert, append(owner.args, name, string(text))...)
}
