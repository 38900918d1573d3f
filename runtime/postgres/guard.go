package postgres

import (
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Locks on rows don't keep others from adding keys that an append which relies
// on all keys has not seen. So an append that touches keys of a user or an app
// holds an advisory lock of the user's or the app's until it commits: shared,
// or exclusive if it relies on all of their keys, or on one that isn't set, and so has no
// row to lock. One that touches its session's keys alone holds none: the session's row
// guards those.
//
// A row for each user and app, locked FOR KEY SHARE or FOR UPDATE, would hold on
// databases of several nodes too. It cost one writer 23 and 83 % more, in two runs, of the server's
// processor time for an append, because each lock writes the row's page and its log,
// and programs of the releases before, which take the other lock, would not be kept out.
//
// Every transaction takes its locks in one order, so that no two wait for each
// other: the session's row, the user's lock, the app's, and state rows by key.
type guards [3]guardMode // by scope

type guardMode byte

const (
	unguarded guardMode = iota
	shared
	exclusive
)

// guardsOf returns the guards for changes.
func guardsOf(changes []change) (g guards) {
	for _, c := range changes {
		if c.scope != runtime.ScopeSession {
			g[c.scope] = shared
		}
	}
	return g
}

// wholeState are the guards for an append that relies on all keys.
func wholeState(k store.SessionKey) guards {
	g := guards{runtime.ScopeUser: exclusive, runtime.ScopeApp: exclusive}
	if k.UserID == "" { // the app's state alone is seen
		g[runtime.ScopeUser] = unguarded
	}
	return g
}

// The locks' numbers, from the app $1, the user $2 and a row of the sessions'
// table: the tables of each schema have locks of their own.
const (
	appLock  = `hashtextextended($1::text, session.tableoid::bigint)`
	userLock = `hashtextextended($2::text, ` + appLock + `)`
)

// sql returns the expressions that take the locks, in order; "" if there are none.
func (g guards) sql() string {
	var locks []string
	for _, lock := range []struct {
		mode guardMode
		id   string
	}{{g[runtime.ScopeUser], userLock}, {g[runtime.ScopeApp], appLock}} {
		switch lock.mode {
		case shared:
			locks = append(locks, "pg_advisory_xact_lock_shared("+lock.id+")")
		case exclusive:
			locks = append(locks, "pg_advisory_xact_lock("+lock.id+")")
		}
	}
	return strings.Join(locks, ", ")
}

// clauses returns what takes the locks in a statement, once it has the session: a
// WITH query, and its name in the list of what the state rows are made of, which
// come after it.
func (g guards) clauses() (with, from string) {
	locks := g.sql()
	if locks == "" {
		return "", ""
	}
	return ", guard AS MATERIALIZED (SELECT " + locks + " FROM session)", ", guard"
}
