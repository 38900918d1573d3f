package redis

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// How much one script reads, during which the server does nothing else.
const (
	longestPage = 1000
	statesPage  = 50
)

// row is a session in the table of an app's sessions: see lib.lua.
type row struct {
	user, session    string
	incarnation, seq int64
	updated, touched time.Time
}

func newRow(member, text string) (r row, ok bool) {
	fields := strings.Fields(text)
	if len(fields) != 6 {
		return r, false // deleted meanwhile
	}
	r.user, r.session = splitMember(member)
	r.incarnation, _ = strconv.ParseInt(fields[0], 10, 64)
	r.seq, _ = strconv.ParseInt(fields[1], 10, 64)
	r.updated, r.touched = parseTime(fields[4]), parseTime(fields[5])
	return r, true
}

// rows calls fn for the rows of an app between two bounds of its index, page by page,
// until it returns false. now is the server's time.
func (st *database) rows(ctx context.Context, app, from, to string, page int, fn func(r row, now time.Time) bool) error {
	k := st.keys(app)
	for {
		a, err := st.read(ctx, listReader, k.tables(), []string{from, to, strconv.Itoa(page)})
		if err != nil {
			return err
		}
		now, rest := parseTime(a.text(1)), a[2:]
		for pair := range slices.Chunk(rest, 2) {
			from = "(" + pair.text(0)
			if r, ok := newRow(pair.text(0), pair.text(1)); ok && !fn(r, now) {
				return nil
			}
		}
		if len(rest)/2 < page {
			return nil
		}
		page = min(2*page, longestPage)
	}
}

// bounds are those of the index between which the sessions lie that a list asks for.
func bounds(q store.ListQuery) (from, to string) {
	if q.UserID != "" {
		return "(" + member(q.UserID, q.AfterSessionID), "(" + q.UserID + "\x01"
	}
	return "(" + member(q.AfterUserID, q.AfterSessionID), "+"
}

// List returns sessions: see store.Store.
func (st *database) List(ctx context.Context, q store.ListQuery) ([]store.Listed, error) {
	var listed []store.Listed
	from, to := bounds(q)
	page := longestPage
	if q.Limit > 0 {
		page = min(q.Limit, page)
	}
	err := st.rows(ctx, q.AppName, from, to, page, func(r row, _ time.Time) bool {
		if r.session != "" && q.Updated(r.updated) {
			loaded := store.Loaded{Incarnation: r.incarnation, LastUpdate: r.updated}
			listed = append(listed, store.Listed{UserID: r.user, SessionID: r.session, Events: r.seq, Loaded: loaded})
		}
		return q.Limit == 0 || len(listed) < q.Limit
	})
	if err != nil || !q.State {
		return listed, err
	}
	return st.withStates(ctx, q.AppName, listed)
}

// withStates returns those of the sessions that are there still, with their state.
func (st *database) withStates(ctx context.Context, app string, listed []store.Listed) ([]store.Listed, error) {
	var all []store.Listed
	k := st.keys(app)
	for some := range slices.Chunk(listed, statesPage) {
		keys, members := k.tables(k.appState()), []string{}
		for _, l := range some {
			m := member(l.UserID, l.SessionID)
			keys, members = append(keys, k.state(m), k.userState(l.UserID)), append(members, m)
		}
		a, err := st.read(ctx, statesReader, keys, members)
		if err != nil {
			return nil, err
		}
		if all, err = addStates(all, some, a); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// addStates reads what states.lua says about sessions.
func addStates(all, some []store.Listed, a answer) ([]store.Listed, error) {
	appState := a[1]
	var userState rueidis.RedisMessage
	for i, l := range some {
		parts, err := a[i+2].ToArray()
		if err != nil {
			return nil, err
		}
		if i == 0 || some[i-1].UserID != l.UserID {
			userState = parts[2]
		}
		r, ok := newRow(member(l.UserID, l.SessionID), answer(parts).text(0))
		if !ok {
			continue
		}
		f := found{Loaded: store.NewLoaded()}
		if err := f.addState([]rueidis.RedisMessage{parts[1], userState, appState}); err != nil {
			return nil, err
		}
		f.Incarnation, f.LastUpdate = r.incarnation, r.updated
		all = append(all, store.Listed{UserID: l.UserID, SessionID: l.SessionID, Events: r.seq, Loaded: f.Loaded})
	}
	return all, nil
}

// Names returns the names of apps or users: see store.Store.
func (st *database) Names(ctx context.Context, q store.NamesQuery) ([]string, error) {
	if q.AppName == "" {
		return st.apps(ctx, q)
	}
	names := []string{}
	for {
		page := min(q.First-len(names), longestPage)
		some, _, err := st.usersAfter(ctx, q.AppName, q.After, page)
		names = append(names, some...)
		if err != nil || len(some) < page || len(names) == q.First {
			return names, err
		}
		q.After = names[len(names)-1]
	}
}

// usersAfter returns a page of an app's users: the first ones of those with sessions and
// those with state; and whether the app itself has anything.
func (st *database) usersAfter(ctx context.Context, app, after string, page int) (names []string, own bool, err error) {
	k := st.keys(app)
	sessions, states := "["+after+"\x01", "("+after
	for sessions != "" || states != "" {
		a, err := st.read(ctx, usersReader, k.tables(k.appState()), []string{sessions, states, strconv.Itoa(page)})
		if err != nil {
			return nil, false, err
		}
		own = a.number(1) == 1
		names = append(append(names, a.texts(2)...), a.texts(4)...)
		sessions, states = a.text(3), a.text(5)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return names[:min(len(names), page)], own, nil
}

// apps names the apps that are noted and of which there is something.
func (st *database) apps(ctx context.Context, q store.NamesQuery) ([]string, error) {
	names, after := []string{}, q.After
	for {
		some, err := st.appsAfter(ctx, after)
		if err != nil {
			return nil, err
		}
		for _, app := range some {
			after = app
			there, err := st.hasApp(ctx, app)
			if err != nil {
				return nil, err
			}
			if there {
				names = append(names, app)
			}
			if len(names) == q.First {
				return names, nil
			}
		}
		if len(some) < longestPage {
			return names, nil
		}
	}
}

func (st *database) hasApp(ctx context.Context, app string) (bool, error) {
	users, own, err := st.usersAfter(ctx, app, "", 1)
	return own || len(users) > 0, err
}
