package redis

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// Keys begin with a tag in braces, which decides on the slot: the prefix and the app. So
// all keys of an app lie in one slot, and apps in different ones. That the prefix is in
// the tag keeps it from being empty, whatever the app is called.

// escapes keeps braces of an app's name from ending the tag.
var escapes = strings.NewReplacer("%", "%25", "{", "%7B", "}", "%7D")

// appKeys are the keys of one app.
type appKeys struct{ tag string }

func (st *database) keys(app string) appKeys {
	return appKeys{"{" + st.prefix + ":" + escapes.Replace(app) + "}"}
}

func (k appKeys) sessions() string          { return k.tag + "sessions" }  // a hash: see lib.lua
func (k appKeys) index() string             { return k.tag + "index" }     // the same, in order
func (k appKeys) deadlines() string         { return k.tag + "deadlines" } // of sessions: see ttl.lua
func (k appKeys) owners() string            { return k.tag + "owners" }    // the same of shared state
func (k appKeys) users() string             { return k.tag + "users" }     // who have state
func (k appKeys) erased() string            { return k.tag + "erased" }    // sessions to be swept
func (k appKeys) appState() string          { return k.tag + "app" }
func (k appKeys) userState(u string) string { return k.tag + "user:" + u }
func (k appKeys) state(member string) string {
	return k.tag + "state:" + member
}
func (k appKeys) numbers(member string) string {
	return k.tag + "numbers:" + member // of events by ID; without an ID the event numbered 0
}
func (k appKeys) events(member string) string { return k.tag + "events:" + member }

// shared is a user's state or, without a user, the app's.
func (k appKeys) shared(user string) string {
	if user == "" {
		return k.appState()
	}
	return k.userState(user)
}

// tables are what each script on an app names first, and then others.
func (k appKeys) tables(others ...string) []string {
	return append([]string{k.sessions(), k.index(), k.deadlines(), k.owners(), k.users()}, others...)
}

// ofSession are the keys that scripts on one session name, in their order.
func (st *database) ofSession(s store.SessionKey) []string {
	k, m := st.keys(s.AppName), member(s.UserID, s.SessionID)
	user, app := member(s.UserID, ""), member("", "")
	return k.tables(k.state(m), k.userState(s.UserID), k.appState(), k.numbers(m), k.events(m),
		k.numbers(user), k.events(user), k.numbers(app), k.events(app))
}

// The places of some among these, counted from 1: those of the three states, and of what
// makes up a history.
const (
	sessionPlace = 6
	userPlace    = 7
	appPlace     = 8
	numbersPlace = 9
	eventsPlace  = 10
)

func place(scope runtime.Scope) int { return sessionPlace + int(scope) }

// layoutKey is of all apps together: see apps.go for those that list apps.
func (st *database) layoutKey() string { return "{" + st.prefix + ":}layout" }

// member names a session within an app. No name holds a NUL, so that members are ordered
// as users and their sessions are.
func member(user, session string) string { return user + "\x00" + session }

func splitMember(m string) (user, session string) {
	user, session, _ = strings.Cut(m, "\x00")
	return user, session
}

// How times, incarnations, values and events lie in Redis.

// epoch makes all times that there are numbers of 19 digits: see lib.lua.
const epoch = 1_000_000_000_000_000_000

func formTime(t time.Time) string { return strconv.FormatInt(t.UnixMicro()+epoch, 10) }

func parseTime(text string) time.Time {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMicro(n - epoch).UTC()
}

// newIncarnation is random, so that who tries to create a session again knows his own.
func newIncarnation() int64 { return 1 + rand.Int64N(1<<62) }

// timeDigits is the length of the time that precedes an event's text.
const timeDigits = 19

func formEvent(e *store.StoredEvent) (string, error) {
	record, err := e.MarshalJSON()
	return formTime(e.Timestamp) + string(record), err
}

// record returns an event's record, without the time in front of it.
func record(text string) string { return text[min(timeDigits, len(text)):] }
