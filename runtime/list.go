package runtime

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"iter"
	"time"

	"github.com/seed92179c4c/stategen/runtime/internal/names"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// List describes the sessions of a user, or of all users of an app, ordered by
// user and session ID. No session is an empty list. Errors: those of bad input.
func (svc *Service) List(ctx context.Context, r ListRequest) ([]SessionInfo, error) {
	q, some, err := r.query()
	infos := []SessionInfo{}
	if err != nil || !some {
		return infos, err
	}
	listed, err := svc.list(ctx, "List", q)
	for _, l := range listed {
		infos = append(infos, SessionInfo{
			AppName: r.AppName, UserID: l.UserID, SessionID: l.SessionID,
			LastUpdateTime: l.LastUpdate, Events: l.Events,
		})
	}
	return infos, err
}

// Sessions streams handles of the sessions that List describes, in its order, with
// their state and without events: what Get returns if NumRecentEvents is negative.
// It reads many at a time, and never keeps all of them. Each is given as of one
// moment; sessions that are created or deleted meanwhile may be missing or there.
//
// An error ends the sequence: those of bad input. Only a *DamagedError doesn't,
// which comes together with the handle, as in Get.
func (svc *Service) Sessions(ctx context.Context, r ListRequest) iter.Seq2[*Session, error] {
	return func(yield func(*Session, error) bool) {
		q, some, err := r.query()
		if err != nil {
			yield(nil, err)
			return
		}
		q.State = true
		for left := r.Limit; some; left -= q.Limit {
			q.Limit = sessionsAtOnce
			if r.Limit > 0 {
				q.Limit = min(q.Limit, left)
			}
			some = svc.listSome(ctx, &q, yield) && left != q.Limit
		}
	}
}

// sessionsAtOnce is how many sessions are read at a time with their state.
const sessionsAtOnce = 100

// listSome yields the sessions that q asks for and moves it on. It is false if
// those were the last, or were enough.
func (svc *Service) listSome(ctx context.Context, q *store.ListQuery, yield func(*Session, error) bool) bool {
	listed, err := svc.list(ctx, "Sessions", *q)
	if err != nil {
		yield(nil, err)
		return false
	}
	for _, l := range listed {
		q.AfterUserID, q.AfterSessionID = l.UserID, l.SessionID
		key := store.SessionKey{AppName: q.AppName, UserID: l.UserID, SessionID: l.SessionID}
		if !yield(newHandle(key, l.Loaded)) {
			return false
		}
	}
	return len(listed) == q.Limit
}

// list asks the store for sessions, for a call of that name.
func (svc *Service) list(ctx context.Context, name string, q store.ListQuery) ([]store.Listed, error) {
	ctx, call := svc.begin(ctx, name, q.AppName)
	listed, err := svc.store.List(ctx, q)
	call.end(err)
	return listed, err
}

// query returns what to ask the store for; false if that is nothing.
func (r ListRequest) query() (q store.ListQuery, some bool, err error) {
	if err := names.CheckShared(store.SessionKey{AppName: r.AppName, UserID: r.UserID}); err != nil {
		return q, false, err
	}
	q = store.ListQuery{
		AppName: r.AppName, UserID: r.UserID, Limit: max(r.Limit, 0),
		UpdatedSince: filterTime(r.UpdatedSince), UpdatedBefore: filterTime(r.UpdatedBefore),
	}
	if r.Cursor == "" {
		return q, true, nil
	}
	if q.AfterUserID, q.AfterSessionID, err = readCursor(r.Cursor); err != nil {
		return q, false, err
	}
	if r.UserID != "" && q.AfterUserID != r.UserID {
		some = q.AfterUserID < r.UserID
		q.AfterUserID, q.AfterSessionID = "", ""
		return q, some, nil
	}
	return q, true, nil
}

// cursor is a place in a list. It is text that means nothing to others.
func cursor(userID, sessionID string) string {
	text, _ := json.Marshal([]string{userID, sessionID}) // which can't fail
	return base64.RawURLEncoding.EncodeToString(text)
}

func readCursor(cursor string) (userID, sessionID string, err error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	var ids []string
	if err == nil {
		err = json.Unmarshal(text, &ids)
	}
	if err != nil || len(ids) != 2 || names.Check("", ids[0]) != nil || names.Check("", ids[1]) != nil {
		return "", "", &ArgumentError{Name: "cursor", Problem: "is not one that a SessionInfo or a Session has returned"}
	}
	return ids[0], ids[1], nil
}

// Cursor returns the session's place in lists, for ListRequest.Cursor. It is made
// of URL-safe characters and stays good when the session is deleted.
func (s *Session) Cursor() string { return cursor(s.key.UserID, s.key.SessionID) }

// SessionInfo describes a session in a list.
type SessionInfo struct {
	AppName, UserID, SessionID string
	LastUpdateTime             time.Time
	Events                     int64 // how many events were appended
}

// Cursor returns the session's place in lists: see Session.Cursor.
func (i SessionInfo) Cursor() string { return cursor(i.UserID, i.SessionID) }
