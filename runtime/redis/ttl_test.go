//go:build unix

package redis

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
	"github.com/seed92179c4c/stategen/runtime/store"
)

var long = TTL{Session: 24 * time.Hour, User: 48 * time.Hour, App: 72 * time.Hour}

func TestTTLOptions(t *testing.T) {
	const h = time.Hour
	for _, test := range []struct {
		TTL
		want, form string
	}{
		{TTL{}, "", "0 0 0"},
		{TTL{Session: 1}, "", "1 0 0"},
		{TTL{Session: h, User: h, App: h}, "", "3600000 3600000 3600000"},
		{TTL{Session: math.MaxInt64}, "", "9223372036855 0 0"},
		{TTL{Session: -1}, "a time to live is negative", ""},
		{TTL{App: -1}, "a time to live is negative", ""},
		{TTL{Session: 2 * h, User: h}, "a user's state would expire before the user's sessions: after 1h0m0s, and they after 2h0m0s", ""},
		{TTL{User: h}, "a user's state would expire before the user's sessions: after 1h0m0s, and they never", ""},
		{TTL{Session: h, App: h}, "an app's state would expire before that of its users: after 1h0m0s, and that never", ""},
		{TTL{Session: h, User: h, App: h - 1}, "an app's state would expire before that of its users: after 59m59.999999999s, and that after 1h0m0s", ""},
	} {
		o, err := newOptions([]Option{TimeToLive(test.TTL)})
		if test.want == "" && (err != nil || o.ttl.form() != test.form) || test.want != "" && (err == nil || err.Error() != test.want) {
			t.Errorf("%+v: %s, error %v", test.TTL, o.ttl.form(), err)
		}
	}
}

// ttlRig is an app with a store that lets things expire.
type ttlRig struct {
	*testing.T
	st   *database
	svc  *runtime.Service
	opts []Option
}

func newTTLRig(t *testing.T, ttl ...TTL) *ttlRig {
	t.Helper()
	r := &ttlRig{T: t, opts: []Option{Prefix(newPrefix(t)), Replicas(0)}}
	r.st = r.open(ttl...)
	r.svc = runtime.NewService(r.st)
	return r
}

// open opens the store as another process does, which has other ideas of times to live.
func (r *ttlRig) open(ttl ...TTL) *database {
	r.Helper()
	opts := slices.Clone(r.opts)
	for _, t := range ttl {
		opts = append(opts, TimeToLive(t))
	}
	return openStore(r, startServer(r).URL(), opts...)
}

func (r *ttlRig) create(user, id string) *runtime.Session {
	r.Helper()
	s, err := r.svc.Create(r.Context(), runtime.CreateRequest{AppName: "a", UserID: user, SessionID: id, State: map[string]any{"k": id, "user:k": user, "app:k": "a"}})
	if err != nil {
		r.Fatal(err)
	}
	return s
}

func (r *ttlRig) append(svc *runtime.Service, s *runtime.Session, id string) {
	r.Helper()
	if err := svc.AppendEvent(r.Context(), s, sumEvent(id)); err != nil {
		r.Fatal(err)
	}
}

// do sends a command as another program may.
func (r *ttlRig) do(args ...string) any {
	r.Helper()
	answer, err := r.st.client.Do(r.Context(), r.st.client.B().Arbitrary(args...).Build()).ToAny()
	if err != nil && !rueidis.IsRedisNil(err) {
		r.Fatalf("%v: %v", args, err)
	}
	return answer
}

// deadline returns the moment until which something lives by a set of the app's, in
// milliseconds; 0 if it lasts.
func (r *ttlRig) deadline(set, name string) int64 {
	r.Helper()
	score, _ := r.do("ZSCORE", set, name).(float64)
	return int64(score)
}

func (r *ttlRig) sessionDeadline(user, id string) int64 {
	return r.deadline(r.st.keys("a").deadlines(), member(user, id))
}
func (r *ttlRig) ownerDeadline(user string) int64 { return r.deadline(r.st.keys("a").owners(), user) }

// endSession has a session's deadline pass.
func (r *ttlRig) endSession(user, id string) {
	r.Helper()
	r.do("ZADD", r.st.keys("a").deadlines(), "1", member(user, id))
}

// endOwner has all expire that a user's sessions share, or the app's.
func (r *ttlRig) endOwner(user string) {
	r.Helper()
	r.do("ZADD", r.st.keys("a").owners(), "1", user)
	r.do("ZADD", r.st.keys("a").deadlines(), "XX", "1", member(user, ""))
}

// removeKeys has the server remove a session's own keys, as it does when they expire.
func (r *ttlRig) removeKeys(user, id string) {
	r.Helper()
	k, m := r.st.keys("a"), member(user, id)
	for _, key := range []string{k.state(m), k.numbers(m), k.events(m)} {
		r.do("PEXPIREAT", key, "1")
	}
}

// gone checks that nobody finds a session, nor a user who has no other one.
func (r *ttlRig) gone(svc *runtime.Service, handle *runtime.Session) {
	r.Helper()
	ctx, user, id := r.Context(), handle.UserID(), handle.ID()
	if _, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: user, SessionID: id}); !errors.Is(err, runtime.ErrSessionNotFound) {
		r.Errorf("get: error %v", err)
	}
	for _, event := range []string{"first", "new"} { // one that the session held, and one that it didn't
		if err := svc.AppendEvent(ctx, handle, sumEvent(event)); !errors.Is(err, runtime.ErrSessionNotFound) {
			r.Errorf("append of the event %s: error %v", event, err)
		}
	}
	for _, state := range []bool{false, true} {
		listed, err := r.st.List(ctx, store.ListQuery{AppName: "a", State: state})
		if err != nil {
			r.Fatal(err)
		}
		for _, l := range listed {
			if l.UserID == user && l.SessionID == id {
				r.Errorf("it is listed (with state: %t)", state)
			}
		}
	}
	// It may expire between the two scripts of a list.
	if listed, err := r.st.withStates(ctx, "a", []store.Listed{{UserID: user, SessionID: id}}); err != nil || len(listed) > 0 {
		r.Errorf("with state %v are listed, error %v", listed, err)
	}
	key := store.SessionKey{AppName: "a", UserID: user, SessionID: id}
	if _, err := r.st.Events(ctx, key, store.EventQuery{}); !errors.Is(err, runtime.ErrSessionNotFound) {
		r.Errorf("events: error %v", err)
	}
	rewrite := func([]*store.StoredEvent) (store.Rewritten, error) { return store.Rewritten{Remove: 1}, nil }
	if err := r.st.Rewrite(ctx, store.RewriteQuery{Session: key, First: 1}, rewrite); !errors.Is(err, runtime.ErrSessionNotFound) {
		r.Errorf("rewrite: error %v", err)
	}
	if done, err := r.st.Expire(ctx, store.ExpireQuery{AppName: "a", Limit: 100, CountOnly: true}); err != nil || done.Looked != len(r.list()) {
		r.Errorf("expire: %+v, error %v", done, err)
	}
}

func (r *ttlRig) list() (names []string) {
	r.Helper()
	listed, err := r.svc.List(r.Context(), runtime.ListRequest{AppName: "a"})
	if err != nil {
		r.Fatal(err)
	}
	for _, l := range listed {
		names = append(names, l.UserID+"/"+l.SessionID)
	}
	return names
}

func (r *ttlRig) users() []string {
	r.Helper()
	names, err := r.st.Names(r.Context(), store.NamesQuery{AppName: "a", First: 10_000})
	if err != nil {
		r.Fatal(err)
	}
	return names
}

func (r *ttlRig) hasApp() bool {
	r.Helper()
	names, err := r.st.Names(r.Context(), store.NamesQuery{First: 10})
	if err != nil {
		r.Fatal(err)
	}
	return len(names) > 0
}

// TestExpired looks for sessions that have expired: whose keys are there still, have
// been removed, or that aren't in the tables any more.
func TestExpired(t *testing.T) {
	for name, remove := range map[string]func(*ttlRig){
		"keys there":  func(*ttlRig) {},
		"keys gone":   func(r *ttlRig) { r.removeKeys("u", "s") },
		"tables also": func(r *ttlRig) { r.append(r.svc, r.create("v", "other"), "x"); r.removeKeys("u", "s") },
	} {
		t.Run(name, func(t *testing.T) {
			r := newTTLRig(t, long)
			handle := r.create("u", "s")
			r.append(r.svc, handle, "first")
			r.endSession("u", "s")
			remove(r)
			r.gone(r.svc, handle)
			r.gone(runtime.NewService(r.open()), handle)
			if !slices.Contains(r.users(), "u") {
				t.Error("the user has state and isn't named")
			}
			again := r.create("u", "s")
			if n, _ := again.State().Get("n"); n != nil {
				t.Errorf("the new session begins with n = %v", n)
			}
			if err := r.svc.AppendEvent(t.Context(), handle, sumEvent("first")); !errors.Is(err, runtime.ErrSessionNotFound) {
				t.Errorf("append to the session before: error %v", err)
			}
			r.append(r.svc, again, "first") // its ID was forgotten with the session
			got, err := r.svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
			if err != nil {
				t.Fatal(err)
			}
			if n, _ := got.State().Get("n"); n != 1 || got.Events().Len() != 1 {
				t.Errorf("the new session has n = %v after %d events", n, got.Events().Len())
			}
			r.tablesAgree()
		})
	}
}

// TestClockSetBack: a session whose keys the server has removed is gone, even if it would
// live by a clock that was set back.
func TestClockSetBack(t *testing.T) {
	r := newTTLRig(t, long)
	handle := r.create("u", "s")
	r.append(r.svc, handle, "first")
	r.removeKeys("u", "s")
	for _, err := range []error{
		r.svc.AppendEvent(t.Context(), handle, sumEvent("new")),
		func() error {
			_, err := r.svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
			return err
		}(),
	} {
		if !errors.Is(err, runtime.ErrSessionNotFound) {
			t.Errorf("error %v", err)
		}
	}
	if n, _ := r.create("u", "s").State().Get("n"); n != nil {
		t.Errorf("the new session begins with n = %v", n)
	}
}

// tablesAgree checks that what has a deadline is in the tables, and that all keys of
// sessions have one whose sessions do, of the same moment.
func (r *ttlRig) tablesAgree() {
	r.Helper()
	k := r.st.keys("a")
	for _, m := range r.do("ZRANGE", k.deadlines(), "0", "-1").([]any) {
		m := m.(string)
		if r.do("ZSCORE", k.index(), m) == nil || r.do("HEXISTS", k.sessions(), m) != int64(1) {
			r.Errorf("%q has a deadline and isn't in the tables", m)
		}
	}
	for _, m := range r.do("ZRANGE", k.index(), "0", "-1").([]any) {
		user, id := splitMember(m.(string))
		at := r.sessionDeadline(user, id)
		if at == 1 {
			continue // it has expired
		}
		if id == "" && at != r.ownerDeadline(user) {
			r.Errorf("what %q shares lives until %d, its history until %d", user, r.ownerDeadline(user), at)
		}
		for _, key := range []string{k.state(m.(string)), k.numbers(m.(string)), k.events(m.(string))} {
			r.expires(key, at, 60_000)
		}
	}
	for _, user := range append(r.users(), "") {
		r.expires(k.shared(user), r.ownerDeadline(user), 0)
	}
}

// expires checks when the server removes a key, if there is one: some time after the
// deadline, or never if that is 0.
func (r *ttlRig) expires(key string, deadline, after int64) {
	r.Helper()
	want := deadline + after
	if deadline == 0 {
		want = -1
	}
	if got := r.do("PEXPIRETIME", key).(int64); got != want && got != -2 {
		r.Errorf("%q expires at %d, want %d", key, got, want)
	}
}

// TestRefresh: each append gives all deadlines anew, whoever appends; reads, repeated
// appends and maintenance don't.
func TestRefresh(t *testing.T) {
	r := newTTLRig(t, long)
	s := r.create("u", "s")
	other := r.create("u", "other")
	r.append(r.svc, s, "1")
	r.tablesAgree()
	before := r.ownerDeadline("u")
	const soon = 4_000_000_000_000 // far away, and not what an append would set
	mark := func() {
		for _, m := range []string{"s", "other"} {
			r.do("ZADD", r.st.keys("a").deadlines(), strconv.Itoa(soon), member("u", m))
		}
	}
	mark()
	r.append(r.svc, s, "1") // is there
	if _, err := r.svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.svc.Prune(t.Context(), runtime.PruneRequest{AppName: "a", MaxEvents: 1, KeepYounger: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.svc.Purge(t.Context(), runtime.PurgeRequest{AppName: "a", Key: "gone"}); err != nil {
		t.Fatal(err)
	}
	if got := r.sessionDeadline("u", "s"); got != soon {
		t.Errorf("reads and maintenance have set the deadline %d", got)
	}
	if _, err := r.svc.Purge(t.Context(), runtime.PurgeRequest{AppName: "a", Key: "n"}); err != nil {
		t.Fatal(err)
	}
	if s, other := r.sessionDeadline("u", "s"), r.sessionDeadline("u", "other"); s == soon || other != soon {
		t.Errorf("after a purge the deadline is %d, that of a session without the key %d", s, other)
	}
	for name, st := range map[string]*database{"the option": r.st, "none": r.open(), "a longer one": r.open(TTL{Session: 30 * time.Hour, User: 60 * time.Hour, App: 90 * time.Hour})} {
		mark()
		r.append(runtime.NewService(st), s, "by a program with "+name)
		got := r.sessionDeadline("u", "s")
		if got == soon || got == 0 || r.sessionDeadline("u", "other") != soon {
			t.Errorf("%s: the deadline is %d, that of another session %d", name, got, r.sessionDeadline("u", "other"))
		}
	}
	if now := r.ownerDeadline("u"); now < before || r.ownerDeadline("") < now {
		t.Errorf("shared state lives until %d, the app's until %d; before: %d", now, r.ownerDeadline(""), before)
	}
	r.append(r.svc, other, "x")
	r.append(r.svc, s, "x")
	r.tablesAgree()
}

// TestSharedOutlastsSessions: shared state gets no deadline before all that share it have
// one, none that is sooner than theirs, and none any more when a session lasts again.
func TestSharedOutlastsSessions(t *testing.T) {
	r := newTTLRig(t)
	r.create("u", "old")
	r.create("v", "old")
	lasting := r.svc
	r.svc = runtime.NewService(r.open(long))
	s := r.create("u", "new")
	if r.sessionDeadline("u", "new") == 0 || r.ownerDeadline("u") != 0 || r.ownerDeadline("") != 0 {
		t.Error("beside a session that lasts, shared state has a deadline")
	}
	r.tablesAgree()
	old, err := r.svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "old"})
	if err != nil {
		t.Fatal(err)
	}
	r.append(lasting, old, "by a program without the option")
	if r.sessionDeadline("u", "old") == 0 || r.ownerDeadline("u") == 0 || r.ownerDeadline("") != 0 {
		t.Errorf("deadlines: session %d, user %d, app %d", r.sessionDeadline("u", "old"), r.ownerDeadline("u"), r.ownerDeadline(""))
	}
	if err := r.svc.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "v", SessionID: "old"}); err != nil {
		t.Fatal(err)
	}
	r.append(r.svc, s, "1")
	user := r.ownerDeadline("u")
	if user == 0 || r.ownerDeadline("") == 0 {
		t.Error("all sessions have deadlines, and shared state has none")
	}
	r.tablesAgree()
	short := runtime.NewService(r.open(TTL{Session: time.Hour, User: time.Hour, App: time.Hour}))
	r.append(short, s, "2")
	if got := r.ownerDeadline("u"); got < user || r.sessionDeadline("u", "s") > got {
		t.Errorf("the user's state lives until %d, before %d", got, user)
	}
	none := runtime.NewService(r.open(TTL{}))
	r.append(none, s, "3")
	if r.sessionDeadline("u", "new") != 0 || r.ownerDeadline("u") != 0 || r.ownerDeadline("") != 0 {
		t.Error("beside a session that lasts again, shared state has a deadline")
	}
	r.tablesAgree()
}

// TestSharedExpires: the state of users and apps expires with the history of what was
// written without a session, and begins anew.
func TestSharedExpires(t *testing.T) {
	r := newTTLRig(t, long)
	for _, user := range []string{"u", ""} {
		shared, err := r.svc.Shared(t.Context(), runtime.SharedRequest{AppName: "a", UserID: user})
		if err != nil {
			t.Fatal(err)
		}
		key := "app:k"
		if user != "" {
			key = "user:k"
		}
		event := &runtime.Event{ID: "e", Actions: runtime.Actions{StateDelta: runtime.Delta{key: 1}}}
		if err := r.svc.AppendEvent(t.Context(), shared, event); err != nil {
			t.Fatal(err)
		}
		if shared, err = r.svc.Shared(t.Context(), runtime.SharedRequest{AppName: "a", UserID: user}); err != nil || shared.Events().Len() != 1 {
			t.Fatal(err)
		}
		r.tablesAgree()
		if !r.hasApp() {
			t.Error("there is no app")
		}
		r.endOwner(user)
		if names := r.users(); len(names) > 0 || r.hasApp() {
			t.Errorf("users %q; app: %t", names, r.hasApp())
		}
		now, err := r.svc.Shared(t.Context(), runtime.SharedRequest{AppName: "a", UserID: user})
		if err != nil {
			t.Fatal(err)
		}
		if n := maps.Collect(now.State().All()); len(n) > 0 || now.Events().Len() > 0 {
			t.Errorf("state %v after %d events", n, now.Events().Len())
		}
		if err := r.svc.AppendEvent(t.Context(), shared, event); !errors.Is(err, runtime.ErrSessionNotFound) {
			t.Errorf("append to what has expired: error %v", err)
		}
		merge := &runtime.Event{ID: "e", Actions: runtime.Actions{StateDelta: runtime.Delta{key: sum(5)}}}
		if err := r.svc.AppendEvent(t.Context(), now, merge); err != nil {
			t.Fatal(err)
		}
		if n, _ := now.State().Get(key); n != 5 || now.Events().Len() != 1 {
			t.Errorf("%s is %v after %d events", key, n, now.Events().Len())
		}
		r.tablesAgree()
		r.endOwner(user)
	}
}

// TestSharedStateOfASession: what a session's append and a new session find of shared
// state that has expired is nothing.
func TestSharedStateOfASession(t *testing.T) {
	r := newTTLRig(t, long)
	r.create("u", "s")
	r.endOwner("u")
	r.endOwner("")
	listed, err := r.st.List(t.Context(), store.ListQuery{AppName: "a", State: true})
	if err != nil || len(listed) != 1 {
		t.Fatalf("listed %+v, error %v", listed, err)
	}
	for _, scope := range []runtime.Scope{runtime.ScopeUser, runtime.ScopeApp} {
		if k, found := listed[0].State[scope].Get("k"); found {
			t.Errorf("%s:k is %v", scope, k)
		}
	}
	s, err := r.svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "t", State: map[string]any{"user:new": 1}})
	if err != nil {
		t.Fatal(err)
	}
	if all := maps.Collect(s.State().All()); fmt.Sprint(all) != "map[user:new:1]" {
		t.Errorf("the session begins with %v", all)
	}
	r.tablesAgree()
}

// TestSharedKeyOutlivesDeadline: what a server hasn't removed yet, since a clock differed
// when the slot moved, isn't read again when others append.
func TestSharedKeyOutlivesDeadline(t *testing.T) {
	r := newTTLRig(t, long)
	r.create("u", "s")
	r.do("ZADD", r.st.keys("a").owners(), strconv.FormatInt(time.Now().UnixMilli()-1, 10), "u")
	r.endSession("u", "s")
	r.create("v", "s")
	s, err := r.svc.Shared(t.Context(), runtime.SharedRequest{AppName: "a", UserID: "u"})
	if err != nil {
		t.Fatal(err)
	}
	if k, _ := s.State().Get("user:k"); k != nil || fmt.Sprint(r.users()) != "[v]" {
		t.Errorf("user:k is %v, users are %q", k, r.users())
	}
}

// TestManyExpired: appends and Prune take expired sessions out of the tables, some at a
// time, and whoever names users passes by any number of them.
func TestManyExpired(t *testing.T) {
	r := newTTLRig(t, long)
	k := r.st.keys("a")
	r.create("z", "s")
	const many = 5000
	row := r.do("HGET", k.sessions(), member("z", "s")).(string)
	rows, index, deadlines := []string{"HSET", k.sessions()}, []string{"ZADD", k.index()}, []string{"ZADD", k.deadlines()}
	users, owners := []string{"ZADD", k.users()}, []string{"ZADD", k.owners()}
	for i := range many {
		user := fmt.Sprintf("u%04d", i)
		rows, index, deadlines = append(rows, member(user, "s"), row), append(index, "0", member(user, "s")), append(deadlines, "1", member(user, "s"))
		users, owners = append(users, "0", user), append(owners, "1", user)
	}
	for _, command := range [][]string{rows, index, deadlines, users, owners} {
		r.do(command...)
	}
	reader := openStore(t, startServer(t).URL(), append(r.opts, ReadOnly())...)
	if names, err := reader.Names(t.Context(), store.NamesQuery{AppName: "a", First: 1}); err != nil || fmt.Sprint(names) != "[z]" {
		t.Errorf("users %q, error %v", names, err)
	}
	if names := r.list(); fmt.Sprint(names) != "[z/s]" {
		t.Errorf("sessions %q", names)
	}
	r.create("y", "s")
	if n := r.do("ZCARD", k.deadlines()); n != int64(many+2-16) {
		t.Errorf("after an append %v have a deadline", n)
	}
	if _, err := r.svc.Prune(t.Context(), runtime.PruneRequest{AppName: "a", IdleFor: time.Hour}); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{k.deadlines(), k.index(), k.owners(), k.users()} {
		want := int64(2)
		if key == k.owners() {
			want = 3 // with the app
		}
		if n := r.do("ZCARD", key); n != want {
			t.Errorf("%s: %v are left", key, n)
		}
	}
	r.tablesAgree()
}

// TestExpiryUnderReaders has sessions expire at any moment while others read them: they
// find all of one or nothing.
func TestExpiryUnderReaders(t *testing.T) {
	r := newTTLRig(t, TTL{Session: 2 * time.Millisecond, User: 2 * time.Millisecond, App: 2 * time.Millisecond})
	var reading parallel.Group
	done := make(chan struct{})
	for range 2 {
		reading.Go(func() {
			for {
				r.readWhole(r.svc)
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	for i := range 300 {
		s, err := r.svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: strconv.Itoa(i % 7)})
		for err == nil {
			err = r.svc.AppendEvent(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"n": sum(1), "last": s.Events().Len() + 1}}})
			if s.Events().Len() == 5 {
				break
			}
		}
		if err != nil && !errors.Is(err, runtime.ErrSessionNotFound) && !errors.Is(err, runtime.ErrSessionExists) {
			t.Error(err)
		}
	}
	close(done)
	reading.Wait()
}

// readWhole reads all sessions, and finds in each a sum of its events.
func (r *ttlRig) readWhole(svc *runtime.Service) {
	for i := range 7 {
		s, err := svc.Get(r.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: strconv.Itoa(i)})
		if errors.Is(err, runtime.ErrSessionNotFound) {
			continue
		}
		if err != nil {
			r.Error(err)
			return
		}
		n, _ := s.State().Get("n")
		if n == nil {
			n = 0
		}
		if last, _ := s.State().Get("last"); n != s.Events().Len() || n != 0 && last != n {
			r.Errorf("n is %v, last %v after %d events", n, last, s.Events().Len())
		}
	}
	listed, err := r.st.List(r.Context(), store.ListQuery{AppName: "a", State: true})
	if err != nil {
		r.Error(err)
	}
	for _, l := range listed {
		if n, _ := l.State[runtime.ScopeSession].Get("n"); l.Events > 0 && n != int(l.Events) {
			r.Errorf("listed: n is %v after %d events", n, l.Events)
		}
	}
}

// TestTTLWhileSlotMoves: a move gives each key a deadline by another clock, which decides
// nothing.
func TestTTLWhileSlotMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("starts six servers")
	}
	c := startCluster(t)
	st := openStore(t, c.URL(), Prefix(newPrefix(t)), TimeToLive(long))
	svc := runtime.NewService(st)
	s := create(t, svc, map[string]any{"k": 1, "user:k": 1, "app:k": 1})
	slot, err := c.Slot(st.keys("a").sessions())
	if err != nil {
		t.Fatal(err)
	}
	from, _ := ofApp(t, c, st, "a")
	to, err := c.Primary((slot + 16384/3) % 16384)
	if err != nil || to == from {
		t.Fatalf("no other primary, error %v", err)
	}
	if err := c.MoveSlot(slot, to); err != nil {
		t.Fatal(err)
	}
	if err := svc.AppendEvent(t.Context(), s, sumEvent("1")); err != nil {
		t.Fatal(err)
	}
	for i, key := range st.ofSession(store.SessionKey{AppName: "a", UserID: "u", SessionID: "s"})[sessionPlace-1:] {
		if at := do(t, to, "PEXPIRETIME", key).(int64); at == -1 || at == -2 && i < 5 {
			t.Errorf("%q expires at %d", key, at)
		}
	}
	do(t, to, "ZADD", st.keys("a").deadlines(), "1", member("u", "s"))
	if _, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"}); !errors.Is(err, runtime.ErrSessionNotFound) {
		t.Errorf("after the deadline: error %v", err)
	}
}

// TestVolatileKeys: a server that removes keys with deadlines when its memory is full would
// remove parts of sessions.
func TestVolatileKeys(t *testing.T) {
	s := startServer(t)
	configure(t, s.Node, "maxmemory-policy", "volatile-ttl", "noeviction")
	opts := []Option{Replicas(0), Prefix(newPrefix(t))}
	openStore(t, s.URL(), opts...)
	opts = append(opts, TimeToLive(long))
	if _, err := Open(t.Context(), s.URL(), opts...); err == nil || !strings.Contains(err.Error(), "maxmemory-policy volatile-ttl") {
		t.Errorf("error %v", err)
	}
	openStore(t, s.URL(), append(opts, AllowEviction())...)
}
