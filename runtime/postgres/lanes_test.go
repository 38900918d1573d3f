//go:build unix

package postgres

import (
	"context"
	"errors"
	"fmt"
	goruntime "runtime"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestLanes has writers add to numbers of their app, of a user and of sessions, as
// fast as they can. Nothing may be lost or counted twice, each session's events keep
// their order, and those who want the same share transactions.
func TestLanes(t *testing.T) {
	db := server.NewDatabase(t)
	st := openStore(t, db+" pool_max_conns=8")
	services := []*runtime.Service{runtime.NewService(st), openService(t, db)}
	const sessions, writers, events = 8, 16, 30
	for i := range sessions {
		create(t, services[0], fmt.Sprint(i))
	}
	inParallel(t, writers, func(i int) error {
		svc := services[i%4/3] // a quarter of them in another process
		s := get(t, svc, runtime.GetRequest{SessionID: fmt.Sprint(i % sessions)})
		for range events {
			delta := runtime.Delta{"app:n": sum(1), "user:n": sum(1), "n": sum(1), "app:gone": nil}
			if i%5 > 0 { // otherwise a key is never set
				delete(delta, "app:gone")
			}
			resolved, err := svc.AppendResolved(t.Context(), s, event(delta))
			if n, _ := s.State().Get("n"); err != nil || resolved["n"] != n {
				return fmt.Errorf("resolved %v, in the state %v, error %w", resolved["n"], n, err)
			}
		}
		return nil
	})
	for i := range sessions {
		s := get(t, services[0], runtime.GetRequest{SessionID: fmt.Sprint(i)})
		state := s.State()
		for key, want := range map[string]any{"app:n": writers * events, "user:n": writers * events, "n": writers / sessions * events} {
			if n, err := state.Get(key); n != want {
				t.Errorf("session %d: %s is %v (%v), want %v", i, key, n, err, want)
			}
		}
		at, err := services[0].Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: fmt.Sprint(i)})
		if err != nil || at.Events().Len() != writers/sessions*events {
			t.Errorf("session %d: %d events, error %v", i, at.Events().Len(), err)
		}
	}
	var transactions int
	if err := st.pool.QueryRow(t.Context(), "SELECT count(DISTINCT xmin::text) FROM stategen_events WHERE seq > 0").Scan(&transactions); err != nil || transactions > writers*events*2/3 {
		t.Errorf("%d transactions for %d events (%v)", transactions, writers*events, err)
	}
}

// lined is appends that want the row of app:n, which a transaction keeps from all: the
// first one waits in the server, the others wait for that one.
type lined struct {
	t      *testing.T
	svc    *runtime.Service
	st     *database
	beside *database
	tx     pgx.Tx
	ended  []chan error
}

func newLined(t *testing.T, db, connString string) *lined {
	t.Helper()
	st := openStore(t, connString)
	l := &lined{t: t, svc: runtime.NewService(st), st: st, beside: openStore(t, db)}
	l.session("setup")
	if err := l.svc.AppendEvent(t.Context(), l.session("n"), event(runtime.Delta{"app:n": 0})); err != nil {
		t.Fatal(err)
	}
	tx, err := l.beside.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = tx.Rollback(context.Background()) })
	l.lock("SELECT FROM stategen_state WHERE key = 'app:n' FOR UPDATE", tx)
	l.tx = tx
	return l
}

func (l *lined) lock(sql string, tx pgx.Tx) {
	l.t.Helper()
	if _, err := tx.Exec(l.t.Context(), sql); err != nil {
		l.t.Fatal(err)
	}
}

func (l *lined) session(id string) *runtime.Session { return create(l.t, l.svc, id) }

// add starts an append of an event, made of a delta with 1 added to app:n, and returns
// when it waits.
func (l *lined) add(ctx context.Context, s *runtime.Session, id string, delta runtime.Delta) {
	l.t.Helper()
	if delta == nil {
		delta = runtime.Delta{}
	}
	if delta["app:n"] == nil {
		delta["app:n"] = sum(1)
	}
	l.call(func() error {
		e := event(delta)
		e.ID = id
		return l.svc.AppendEvent(ctx, s, e)
	})
}

func (l *lined) call(fn func() error) {
	l.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- fn() }()
	if l.ended = append(l.ended, ended); len(l.ended) == 1 {
		awaitLock(l.t, l.tx)
		return
	}
	l.await(len(l.ended) - 1)
}

// await returns when so many appends wait in the lane.
func (l *lined) await(n int) {
	for waiting := -1; waiting != n; goruntime.Gosched() {
		l.st.lanes.mu.Lock()
		waiting = 0
		for _, lane := range l.st.lanes.all {
			waiting = max(waiting, len(lane.waiting))
		}
		l.st.lanes.mu.Unlock()
	}
}

func (l *lined) release() {
	l.t.Helper()
	if err := l.tx.Rollback(l.t.Context()); err != nil {
		l.t.Fatal(err)
	}
}

// startBatch lets the first append succeed, and returns when the others, in a batch, wait
// for a table. Locks on tables are given in the order in which they were asked for.
func (l *lined) startBatch() {
	l.t.Helper()
	next, err := l.beside.pool.Begin(l.t.Context())
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { _ = next.Rollback(context.Background()) })
	locked := make(chan struct{})
	go func() {
		defer close(locked)
		l.lock("LOCK TABLE stategen_sessions IN EXCLUSIVE MODE", next)
	}()
	awaitLocks(l.t, l.tx, 2)
	l.release()
	<-locked
	l.tx = next
	awaitLock(l.t, l.tx)
}

// errors returns how the appends ended, in order.
func (l *lined) errors() []error {
	errs := make([]error, len(l.ended))
	for i, ended := range l.ended {
		errs[i] = <-ended
	}
	return errs
}

// want checks the number, and how many events the largest transaction has.
func (l *lined) want(n, together int) {
	l.t.Helper()
	if got, err := get(l.t, l.svc, runtime.GetRequest{SessionID: "setup"}).State().Get("app:n"); got != n {
		l.t.Errorf("app:n is %v (%v), want %d", got, err, n)
	}
	var largest, left int
	if err := l.beside.pool.QueryRow(l.t.Context(), `
		SELECT (SELECT max(n) FROM (SELECT count(*) AS n FROM stategen_events GROUP BY xmin::text) AS t),
			(SELECT count(*) FROM stategen_state WHERE value = '')`).Scan(&largest, &left); err != nil {
		l.t.Fatal(err)
	}
	if largest != together || left > 0 {
		l.t.Errorf("the largest transaction has %d events, want %d; %d rows without a value are left", largest, together, left)
	}
}

// TestLaneMembers has appends in one batch of which each has a trouble of its own. All
// others succeed, in one transaction.
func TestLaneMembers(t *testing.T) {
	db := server.NewDatabase(t)
	l := newLined(t, db, db)
	sessions := make([]*runtime.Session, 12)
	for i := range sessions {
		sessions[i] = l.session(fmt.Sprint("s", i))
	}
	if err := l.svc.AppendEvent(t.Context(), sessions[6], &runtime.Event{ID: "known", Author: "test", Actions: runtime.Actions{StateDelta: runtime.Delta{"app:m": 1}}}); err != nil {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	other, err := l.beside.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Rollback(t.Context()) }()
	l.lock("SELECT FROM stategen_sessions WHERE session_id = 's9' FOR UPDATE", other)

	l.add(t.Context(), sessions[0], "first", nil)
	l.add(t.Context(), sessions[1], "", runtime.Delta{"n": sum(1), "old": nil})
	l.add(t.Context(), sessions[2], "", runtime.Delta{"app:n": limited(sum(5), runtime.Limits{Max: 6})})
	l.add(canceled, sessions[3], "", nil)
	l.call(func() error { // what it has read is not so any more
		return runtime.Update(t.Context(), l.svc, sessions[4], event(nil), func(st runtime.State) error {
			n, err := st.Get("app:n")
			return errors.Join(err, st.Set("app:n", n.(int)+1))
		})
	})
	if err := l.svc.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: "s5"}); err != nil {
		t.Fatal(err)
	}
	l.add(t.Context(), sessions[5], "", nil)
	l.add(t.Context(), sessions[6], "known", nil)                        // another event has the ID
	l.add(t.Context(), sessions[7], "twice", runtime.Delta{"n": sum(1)}) // and the same event again
	l.add(t.Context(), get(t, l.svc, runtime.GetRequest{SessionID: "s7"}), "twice", runtime.Delta{"n": sum(1)})
	l.add(t.Context(), sessions[8], "", runtime.Delta{"user:new": sum(1)})           // nobody has locked it
	l.add(t.Context(), sessions[9], "", nil)                                         // another program writes to it
	l.add(t.Context(), sessions[10], "", runtime.Delta{"app:m": sum(1), "n": "ten"}) // app:m isn't the lane's
	cancel()
	l.await(len(l.ended) - 2)
	l.release()
	l.await(0)
	select { // the others don't wait for what another program holds
	case err := <-l.ended[10]:
		t.Fatalf("error %v", err)
	case err := <-l.ended[11]:
		l.ended[11] <- err
	}
	if err := other.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := map[int]error{2: runtime.ErrLimit, 3: context.Canceled, 5: runtime.ErrSessionNotFound, 6: runtime.ErrEventExists}
	for i, err := range l.errors() {
		if !errors.Is(err, want[i]) || want[i] == nil && err != nil {
			t.Errorf("append %d: got error %v, want %v", i, err, want[i])
		}
	}
	l.want(7, 3)
}

// TestLaneThatLosesItsConnection loses what a batch sends, its answers, or the answer
// to its commit. Each append counts once, also if it is called again.
func TestLaneThatLosesItsConnection(t *testing.T) { testLaneThatLosesItsConnection(t, direct()) }

func testLaneThatLosesItsConnection(t *testing.T, r route) {
	for name, f := range map[string]*fault{"request": losesRequest, "answer": losesAnswer, "commit": losesCommit} {
		t.Run(name, func(t *testing.T) {
			db, p := server.NewDatabase(t), startProxyTo(t, r.socket)
			l := newLined(t, db, p.connString(r.to(db))+" default_query_exec_mode=exec")
			sessions := make([]*runtime.Session, 4)
			for i := range sessions {
				sessions[i] = create(t, runtime.NewService(l.beside), fmt.Sprint("s", i)) // the only connection is taken
			}
			for i, s := range sessions {
				l.add(t.Context(), s, fmt.Sprint("e", i), nil)
			}
			l.startBatch()
			p.fault.Store(f)
			l.release()
			for i, err := range l.errors() {
				if err != nil {
					t.Errorf("append %d: error %v", i, err)
				}
			}
			if p.cuts.Load() != 1 {
				t.Fatalf("%d cuts", p.cuts.Load())
			}
			for i, s := range sessions {
				e := event(runtime.Delta{"app:n": sum(1)})
				e.ID = fmt.Sprint("e", i)
				if err := l.svc.AppendEvent(t.Context(), s, e); err != nil || s.Events().Len() != 1 {
					t.Errorf("append %d, again: %d events, error %v", i, s.Events().Len(), err)
				}
			}
			together := 1
			if f == losesCommit {
				together = 3
			}
			l.want(4, together)
		})
	}
}
