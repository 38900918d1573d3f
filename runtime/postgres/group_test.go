//go:build unix

package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	goruntime "runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime"
)

// grouping has updates meet in a line: a first one is held back while others line up
// behind it.
type grouping struct {
	t   *testing.T
	svc *runtime.Service
	st  *database // beside it
	ids int

	calls      sync.Mutex
	batches    map[int]int // how many updates were reported with so many in their commit
	first      *member
	firstEnded chan struct{}
	lastEnded  chan struct{}
}

// newGrouping sets user:n and app:n to 0.
func newGrouping(t *testing.T, db, connString string) *grouping {
	t.Helper()
	g := &grouping{t: t, svc: openService(t, connString+" pool_max_conns=3"), st: openStore(t, db)}
	g.batches = make(map[int]int)
	g.svc = g.svc.Observed(func(_ context.Context, c runtime.Call) {
		g.calls.Lock()
		defer g.calls.Unlock()
		if c.Name == "Update" && c.Err == nil {
			g.batches[c.Batch]++
		}
	})
	s := create(t, g.svc, "setup")
	if err := g.svc.AppendEvent(t.Context(), s, event(runtime.Delta{"user:n": 0, "app:n": 0})); err != nil {
		t.Fatal(err)
	}
	return g
}

// member is an update that waits behind the first one.
type member struct {
	ctx     context.Context // nil: the test's
	session *runtime.Session
	event   *runtime.Event
	fn      func(st runtime.State, run int) error
	apart   bool // it waits in another line

	runs     int
	err      error
	panicked any
}

// stale returns a handle of a new session that knows old values of user:n and app:n.
func (g *grouping) stale() *runtime.Session {
	g.ids++
	return create(g.t, g.svc, fmt.Sprint("s", g.ids))
}

// outdate has every handle there is know old values.
func (g *grouping) outdate() {
	g.t.Helper()
	delta := runtime.Delta{"user:n": sum(1), "app:n": sum(1)}
	if err := g.svc.AppendEvent(g.t.Context(), get(g.t, g.svc, runtime.GetRequest{SessionID: "setup"}), event(delta)); err != nil {
		g.t.Fatal(err)
	}
}

// run runs the updates. The first one's function waits in its second run, when what
// it reads is held, until all others are in the line. It reports whether that lasted:
// nothing is held for more than a second, which a busy machine may need.
func (g *grouping) run(members ...*member) (held bool) {
	g.t.Helper()
	g.outdate()
	holds, queued := make(chan struct{}), make(chan struct{})
	g.firstEnded, g.lastEnded = make(chan struct{}), make(chan struct{})
	fn := members[0].fn
	members[0].fn = func(st runtime.State, run int) error {
		if run == 2 {
			close(holds)
			<-queued
		}
		return fn(st, run)
	}
	var wait sync.WaitGroup
	waiting := 0
	for i, m := range members {
		wait.Go(func() {
			m.update(g)
			switch i {
			case 0:
				close(g.firstEnded)
			case len(members) - 1:
				close(g.lastEnded)
			}
		})
		switch {
		case i == 0:
			<-holds
		case !m.apart:
			waiting++
			awaitQueued(waiting)
		}
	}
	close(queued)
	wait.Wait()
	return members[0].runs <= 2
}

// untilHeld runs a test until its first update has held what it reads for as long as it should.
func untilHeld(t *testing.T, once func(*testing.T) (held bool)) {
	t.Helper()
	for range 10 {
		if once(t) {
			return
		}
	}
	t.Error("the first update lost what it held each time")
}

func (m *member) update(g *grouping) {
	done := make(chan struct{})
	go func() { // which the function may end
		defer close(done)
		defer func() { m.panicked = recover() }()
		ctx := m.ctx
		if ctx == nil {
			ctx = g.t.Context()
		}
		m.err = runtime.Update(ctx, g.svc, m.session, m.event, func(st runtime.State) error {
			m.runs++
			return m.fn(st, m.runs)
		})
	}()
	<-done
}

// awaitQueued returns when so many goroutines wait in a line.
func awaitQueued(n int) {
	until := time.Now().Add(10 * time.Second)
	for waiting := 0; waiting < n && time.Now().Before(until); goruntime.Gosched() {
		var stacks bytes.Buffer
		_ = pprof.Lookup("goroutine").WriteTo(&stacks, 2)
		waiting = bytes.Count(stacks.Bytes(), []byte("lines.(*Lines).Enter("))
	}
}

// increase adds 1 to both numbers, which are always the same.
func increase(st runtime.State, _ int) error {
	n, err := st.Get("user:n")
	m, errApp := st.Get("app:n")
	if err = errors.Join(err, errApp); err != nil {
		return err
	}
	if n != m {
		return fmt.Errorf("user:n is %v and app:n is %v", n, m)
	}
	return errors.Join(st.Set("user:n", n.(int)+1), st.Set("app:n", n.(int)+1))
}

func (g *grouping) increase() *member {
	return &member{session: g.stale(), event: event(nil), fn: increase}
}

func (g *grouping) succeeded(members ...*member) {
	g.t.Helper()
	for i, m := range members {
		if m.err != nil || m.panicked != nil {
			g.t.Errorf("update %d: error %v, panic %v", i, m.err, m.panicked)
		}
	}
}

// want holds the numbers.
func (g *grouping) want(n int) {
	g.t.Helper()
	state := get(g.t, g.svc, runtime.GetRequest{SessionID: "setup"}).State()
	for _, key := range []string{"user:n", "app:n"} {
		if got, err := state.Get(key); got != n {
			g.t.Errorf("%s is %v (%v), want %d", key, got, err, n)
		}
	}
	var left int
	if err := g.st.pool.QueryRow(g.t.Context(), "SELECT count(*) FROM stategen_state WHERE value = ''").Scan(&left); err != nil || left > 0 {
		g.t.Errorf("%d rows without a value are left (%v)", left, err)
	}
}

func (g *grouping) largest() (n int) {
	g.t.Helper()
	err := g.st.pool.QueryRow(g.t.Context(), "SELECT max(n) FROM (SELECT count(*) AS n FROM stategen_events WHERE seq > 0 GROUP BY xmin::text) AS t").Scan(&n)
	if err != nil {
		g.t.Fatal(err)
	}
	return n
}

// lock has another transaction hold a session.
func (g *grouping) lock(s *runtime.Session) pgx.Tx {
	g.t.Helper()
	tx, err := g.st.pool.Begin(g.t.Context())
	if err == nil {
		_, err = tx.Exec(g.t.Context(), "SELECT FROM stategen_sessions WHERE session_id = $1 FOR UPDATE", s.ID())
	}
	if err != nil {
		g.t.Fatal(err)
	}
	return tx
}

// awaitLane returns when so many appends wait in a lane behind the one under way.
func (g *grouping) awaitLane(n int) {
	lanes := &g.svc.Store().(*database).lanes
	until := time.Now().Add(10 * time.Second)
	for waiting := 0; waiting < n && time.Now().Before(until); goruntime.Gosched() {
		lanes.mu.Lock()
		waiting = 0
		for _, l := range lanes.all {
			waiting = max(waiting, len(l.waiting))
		}
		lanes.mu.Unlock()
	}
}

// TestGroup has updates of several sessions appended in one transaction, while
// others watch. Nobody sees a part of it, and each handle shows its own update.
func TestGroup(t *testing.T) { untilHeld(t, groups) }

func groups(t *testing.T) (held bool) {
	db := server.NewDatabase(t)
	g := newGrouping(t, db, db)
	ctx, stop := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	watching.Go(func() {
		for ctx.Err() == nil {
			var n, m, events int
			if err := g.st.pool.QueryRow(t.Context(), `SELECT (SELECT value::int FROM stategen_state WHERE key = 'user:n'),
				(SELECT value::int FROM stategen_state WHERE key = 'app:n'),
				(SELECT count(*) - 1 FROM stategen_events WHERE seq > 0)`).Scan(&n, &m, &events); err != nil || n != m || n != events {
				t.Errorf("user:n is %d, app:n is %d after %d events (%v)", n, m, events, err)
				return
			}
		}
	})
	members := []*member{g.increase(), g.increase(), g.increase(), g.increase()}
	again := *g.increase()
	again.session = members[1].session // through one handle
	again.fn = func(st runtime.State, run int) error { return errors.Join(increase(st, run), st.Set("own", run)) }
	elsewhere := g.increase()
	elsewhere.session = get(t, g.svc, runtime.GetRequest{SessionID: members[2].session.ID()})
	members = append(members, &again, elsewhere)
	tx := g.lock(members[1].session)
	watching.Go(func() {
		g.awaitLane(len(members) - 2) // but the first, which is appended, and the next, which waits for the lock
		if err := tx.Rollback(t.Context()); err != nil {
			t.Error(err)
		}
	})
	held = g.run(members...)
	stop()
	watching.Wait()
	g.succeeded(members...)
	if !held {
		return false
	}
	g.want(len(members) + 1)
	if n := len(members) - 2; g.largest() != n || g.batches[n] != n {
		t.Errorf("the largest transaction has %d events, want %d; reported, by the number in one commit: %v", g.largest(), n, g.batches)
	}
	for i, m := range members {
		if n, err := m.session.State().Get("user:n"); err != nil || i != 1 && n != i+2 || i == 1 && n != 6 {
			t.Errorf("update %d: the handle shows %v (%v)", i, n, err)
		}
		if m.runs != 2 {
			t.Errorf("update %d: the function ran %d times", i, m.runs)
		}
		stored := get(t, g.svc, runtime.GetRequest{SessionID: m.session.ID()})
		number := int64(0)
		for e := range stored.Events().All() {
			if number++; e.Seq != number {
				t.Errorf("update %d: event %d has number %d", i, number, e.Seq)
			}
		}
	}
	if own, err := members[1].session.State().Get("own"); own != 2 {
		t.Errorf("own is %v (%v)", own, err)
	}
	return true
}

var errFull = errors.New("full")

// TestMembersOfLines has each update of a line that something is odd about, between
// two that nothing is.
func TestMembersOfLines(t *testing.T) {
	type expected struct {
		added  int // to the numbers
		runs   int
		err    error
		panics any
	}
	for name, c := range map[string]struct {
		odd  func(g *grouping, m *member)
		want expected
	}{
		"fails": {
			func(_ *grouping, m *member) {
				m.fn = func(st runtime.State, run int) error {
					err := increase(st, run)
					if run > 1 {
						err = errors.Join(err, errFull)
					}
					return err
				}
			}, expected{0, 2, errFull, nil}},
		"writes nothing": {
			func(_ *grouping, m *member) {
				m.fn = func(st runtime.State, run int) error {
					if run > 1 {
						_, err := st.Get("user:n")
						return err
					}
					return increase(st, run)
				}
			}, expected{0, 2, nil, nil}},
		"panics": {
			func(_ *grouping, m *member) {
				m.fn = func(st runtime.State, run int) error {
					if run == 2 {
						panic("odd")
					}
					return increase(st, run)
				}
			}, expected{0, 2, nil, "odd"}},
		"ends its goroutine": {
			func(_ *grouping, m *member) {
				m.fn = func(st runtime.State, run int) error {
					if run == 2 {
						goruntime.Goexit()
					}
					return increase(st, run)
				}
			}, expected{0, 2, nil, nil}},
		"is canceled": {
			func(g *grouping, m *member) {
				ctx, cancel := context.WithCancel(g.t.Context())
				m.ctx, m.fn = ctx, func(st runtime.State, run int) error {
					if run == 2 {
						cancel()
					}
					return increase(st, run)
				}
			}, expected{0, 2, context.Canceled, nil}},
		"reads another key": {
			func(_ *grouping, m *member) {
				m.fn = func(st runtime.State, run int) error {
					if run > 1 {
						_, _ = st.Get("user:other")
					}
					return increase(st, run)
				}
			}, expected{1, 3, nil, nil}},
		"reads all": {
			func(_ *grouping, m *member) {
				m.apart = true
				m.fn = func(st runtime.State, run int) error {
					for range st.All() { // reading is the point
					}
					return increase(st, run)
				}
			}, expected{1, 2, nil, nil}},
		"reads all the second time": {
			func(_ *grouping, m *member) {
				m.apart = true
				m.fn = func(st runtime.State, run int) error {
					for range st.All() { // reading is the point
						if run == 1 {
							break
						}
					}
					return increase(st, run)
				}
			}, expected{1, 2, nil, nil}},
		"writes another key": {
			func(_ *grouping, m *member) {
				m.fn = func(st runtime.State, run int) error { return errors.Join(increase(st, run), st.Set("user:other", 1)) }
			}, expected{1, 2, nil, nil}},
		"writes what can't be stored": {
			func(_ *grouping, m *member) {
				m.fn = func(st runtime.State, run int) error {
					if run > 1 {
						_, err := st.Get("app:n")
						return errors.Join(err, st.Set("user:n", sum(math.MaxInt)))
					}
					return increase(st, run)
				}
			}, expected{0, 2, runtime.ErrLimit, nil}},
		"merges": {
			func(_ *grouping, m *member) {
				m.fn = func(st runtime.State, _ int) error {
					_, err := st.Get("app:n")
					return errors.Join(err, st.Set("user:n", sum(1)), st.Set("app:n", sum(1)))
				}
			}, expected{1, 2, nil, nil}},
		"has session keys": {
			func(g *grouping, m *member) {
				other := get(g.t, g.svc, runtime.GetRequest{SessionID: m.session.ID()})
				if err := g.svc.AppendEvent(g.t.Context(), other, event(runtime.Delta{"new": 1})); err != nil {
					g.t.Fatal(err)
				}
				m.fn = func(st runtime.State, run int) error {
					if own, err := st.Get("own"); !runtime.IsMissing(err) {
						return fmt.Errorf("own is %v (%w)", own, err)
					}
					if n, err := st.Get("new"); run == 2 && n != 1 {
						return fmt.Errorf("new is %v (%w)", n, err)
					}
					return errors.Join(increase(st, run), st.Set("own", run), st.Set("gone", nil))
				}
			}, expected{1, 2, nil, nil}},
		"belongs to another user": {
			func(g *grouping, m *member) {
				s, err := g.svc.Create(g.t.Context(), runtime.CreateRequest{AppName: "a", UserID: "v", State: map[string]any{"user:n": 1000}})
				if err != nil {
					g.t.Fatal(err)
				}
				m.session, m.fn = s, func(st runtime.State, _ int) error {
					n, err := st.Get("user:n")
					if n != 1000 {
						return fmt.Errorf("user:n is %v (%w)", n, err)
					}
					_, err = st.Get("app:n")
					return errors.Join(err, st.Set("app:m", 1))
				}
			}, expected{0, 2, nil, nil}},
		"has been stored": {
			func(g *grouping, m *member) {
				m.event.ID = "x"
				first := get(g.t, g.svc, runtime.GetRequest{SessionID: m.session.ID()})
				twin := *m.event
				if err := runtime.Update(g.t.Context(), g.svc, first, &twin, func(st runtime.State) error { return increase(st, 0) }); err != nil {
					g.t.Fatal(err)
				}
			}, expected{1, 2, nil, nil}},
		"is deleted": {
			func(g *grouping, m *member) {
				if err := g.svc.Delete(g.t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: m.session.ID()}); err != nil {
					g.t.Fatal(err)
				}
			}, expected{0, 2, runtime.ErrSessionNotFound, nil}},
		"is deleted and made again": {
			func(g *grouping, m *member) {
				id := m.session.ID()
				if err := g.svc.Delete(g.t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: id}); err != nil {
					g.t.Fatal(err)
				}
				create(g.t, g.svc, id)
			}, expected{0, 2, runtime.ErrSessionNotFound, nil}},
		"has the ID of the first one": {
			func(g *grouping, m *member) {
				m.session = get(g.t, g.svc, runtime.GetRequest{SessionID: g.first.session.ID()})
				m.event.ID, g.first.event.ID = "x", "x"
				m.event.Timestamp, g.first.event.Timestamp = time.Unix(1, 0), time.Unix(1, 0)
			}, expected{0, 2, nil, nil}},
		"goes with one that reads a key that isn't set": {
			func(g *grouping, _ *member) {
				g.first.fn = func(st runtime.State, run int) error {
					_, _ = st.Get("user:unset")
					return increase(st, run)
				}
			}, expected{1, 2, nil, nil}},
		"sets a key that isn't set": {
			func(g *grouping, m *member) {
				g.first.fn = func(st runtime.State, run int) error {
					_, _ = st.Get("user:unset")
					return errors.Join(increase(st, run), st.Set("app:unset", nil))
				}
				m.fn = func(st runtime.State, run int) error {
					return errors.Join(increase(st, run), st.Set("user:unset", 1), st.Set("app:unset", 1))
				}
			}, expected{1, 2, nil, nil}},
		"takes longer than it may": {
			func(g *grouping, m *member) {
				m.fn = func(st runtime.State, run int) error {
					if run == 2 {
						<-g.lastEnded
					}
					return increase(st, run)
				}
			}, expected{1, 3, nil, nil}},
	} {
		once := func(t *testing.T) (held bool) {
			db := server.NewDatabase(t)
			g := newGrouping(t, db, db)
			members := []*member{g.increase(), g.increase(), g.increase()}
			odd := members[1]
			g.first = members[0]
			c.odd(g, odd)
			if !g.run(members...) {
				return false
			}
			g.succeeded(members[0], members[2])
			if !errors.Is(odd.err, c.want.err) || odd.panicked != c.want.panics || odd.runs != c.want.runs {
				t.Errorf("%d runs, error %v, panic %v", odd.runs, odd.err, odd.panicked)
			}
			g.want(3 + c.want.added)
			if _, err := get(t, g.svc, runtime.GetRequest{SessionID: "setup"}).State().Get("user:unset"); strings.HasPrefix(name, "sets") != (err == nil) {
				t.Errorf("user:unset: %v", err)
			}
			return true
		}
		t.Run(name, func(t *testing.T) { untilHeld(t, once) })
	}
}

// TestLineThatLosesAConnection loses the request to append and commit, or its answer, and
// the first update's caller stops waiting at once, or doesn't. Each update counts once, also
// if it is called again.
func TestLineThatLosesAConnection(t *testing.T) {
	for name, f := range map[string]*fault{"request": losesRequest, "answer": losesAnswer} {
		for _, patient := range []bool{true, false} {
			t.Run(fmt.Sprint(name, " patient=", patient), func(t *testing.T) {
				db, p := server.NewDatabase(t), startProxy(t)
				g := newGrouping(t, db, p.connString(db))
				g.run(g.increase(), g.increase()) // the server learns the statements
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if then := func() { cancel() }; !patient {
					p.then.Store(&then)
				}
				members := []*member{g.increase(), g.increase(), g.increase(), g.increase()}
				members[0].ctx = ctx
				members[3].fn = func(st runtime.State, run int) error {
					if run == 2 {
						p.fault.Store(f)
					}
					return increase(st, run)
				}
				g.run(members...)
				if p.cuts.Load() != 1 {
					t.Fatalf("%d cuts", p.cuts.Load())
				}
				g.succeeded(members[1:]...)
				if err := members[0].err; err != nil && (patient || !errors.Is(err, context.Canceled)) {
					t.Errorf("the first one got error %v", err)
				}
				for i, m := range members {
					if err := runtime.Update(t.Context(), g.svc, m.session, m.event, func(st runtime.State) error { return increase(st, 0) }); err != nil {
						t.Errorf("update %d, again: error %v", i, err)
					}
					if n := m.session.Events().Len(); n != 1 {
						t.Errorf("update %d: %d events in the handle", i, n)
					}
				}
				g.want(2 + 2 + len(members))
			})
		}
	}
}

// TestLineWhoseHeadIsCanceled ends the context of the first update while another
// one's function runs. The others go on, and what became of the first is certain once it is sent again.
func TestLineWhoseHeadIsCanceled(t *testing.T) {
	db := server.NewDatabase(t)
	g := newGrouping(t, db, db)
	ctx, cancel := context.WithCancel(t.Context())
	members := []*member{g.increase(), g.increase(), g.increase(), g.increase()}
	members[0].ctx = ctx
	members[2].fn = func(st runtime.State, run int) error {
		if run == 2 {
			cancel()
			<-g.firstEnded
		}
		return increase(st, run)
	}
	g.run(members...)
	if err := members[0].err; err != nil && !errors.Is(err, context.Canceled) { // nil: it was stored before
		t.Errorf("the first one got error %v", err)
	}
	g.succeeded(members[1:]...)
	first := members[0]
	err := runtime.Update(t.Context(), g.svc, first.session, first.event, func(st runtime.State) error { return increase(st, 0) })
	if err != nil {
		t.Errorf("the first one, again: error %v", err)
	}
	g.want(1 + 4)
}
