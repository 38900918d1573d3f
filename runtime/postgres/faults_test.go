//go:build unix

package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestBrokenConnections breaks the connection under each kind of call, before
// the server has the request and after it has carried it out. Either way the
// call succeeds and counts once.
func TestBrokenConnections(t *testing.T) { testBrokenConnections(t, direct()) }

func testBrokenConnections(t *testing.T, r route) {
	for name, f := range map[string]*fault{"request lost": losesRequest, "answer lost": losesAnswer} {
		t.Run(name, func(t *testing.T) {
			db := server.NewDatabase(t)
			p := startProxyTo(t, r.socket)
			var retries atomic.Int64
			svc := openService(t, p.connString(r.to(db))).Observed(func(_ context.Context, c runtime.Call) { retries.Add(int64(c.Retries)) })
			cuts := int64(0)
			// broken calls fn twice: first so that its statements are
			// prepared and the fault meets their execution.
			broken := func(fn func(id string) error) {
				t.Helper()
				if err := fn("whole"); err != nil {
					t.Fatal(err)
				}
				p.fault.Store(f)
				if err := fn("broken"); err != nil {
					t.Fatal(err)
				}
				if cuts++; p.cuts.Load() != cuts {
					t.Fatalf("the fault did not happen")
				}
			}
			var s *runtime.Session
			broken(func(id string) (err error) {
				s, err = svc.Create(t.Context(), runtime.CreateRequest{
					AppName: "a", UserID: "u", SessionID: id, State: map[string]any{"id": id, "user:gone": nil}})
				return err
			})
			broken(func(string) error { return svc.AppendEvent(t.Context(), s, event(runtime.Delta{"n": sum(1)})) })
			broken(func(string) error {
				return svc.AppendEvent(t.Context(), s, event(runtime.Delta{"user:list": union(1, 2, 3), "user:n": sum(1)}))
			})
			broken(func(string) error {
				got := get(t, svc, runtime.GetRequest{SessionID: "broken"})
				n, _ := got.State().Get("n")
				m, _ := got.State().Get("user:n")
				if n != 2 || m != 2 || got.Events().Len() != 4 {
					t.Errorf("the counters are %v and %v after %d events", n, m, got.Events().Len())
				}
				return nil
			})
			broken(func(id string) error {
				return svc.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: id})
			})
			broken(func(string) error {
				infos, err := svc.List(t.Context(), runtime.ListRequest{AppName: "a"})
				if len(infos) != 0 {
					t.Errorf("after the deletes: %v", infos)
				}
				return err
			})
			if n := retries.Load(); n != cuts {
				t.Errorf("after %d cuts the observer was told of %d retries", cuts, n)
			}
		})
	}
}

// TestLostCommitOfUpdate loses the answer to the commit of an update, and its
// caller stops waiting at once, or lets the store try again. The second call with
// the same event changes nothing, though the function would refuse by then.
func TestLostCommitOfUpdate(t *testing.T) { testLostCommitOfUpdate(t, direct()) }

func testLostCommitOfUpdate(t *testing.T, r route) {
	for _, patient := range []bool{false, true} {
		p := startProxyTo(t, r.socket)
		db := server.NewDatabase(t)
		svc := openService(t, p.connString(r.to(db))+" default_query_exec_mode=exec")
		s := create(t, svc, "s")
		if err := svc.AppendEvent(t.Context(), s, event(runtime.Delta{"user:balance": 50})); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if then := func() { cancel() }; !patient {
			p.then.Store(&then)
		}
		till := &runtime.Event{Author: "till"}
		p.fault.Store(losesCommit)
		err := runtime.Update(ctx, svc, s, till, payFifty)
		if p.cuts.Load() != 1 || patient && err != nil || !patient && !errors.Is(err, context.Canceled) {
			t.Fatalf("%d cuts, error %v", p.cuts.Load(), err)
		}
		checkEvent(t, openStore(t, db), till.ID) // only the answer was lost
		for range 2 {
			if err := runtime.Update(t.Context(), svc, s, till, payFifty); err != nil {
				t.Fatal(err)
			}
		}
		got := get(t, svc, runtime.GetRequest{SessionID: "s"})
		for _, handle := range []*runtime.Session{s, got} {
			balance, err := handle.State().Get("user:balance")
			if err != nil || balance != 0 || handle.Events().Len() != 2 {
				t.Errorf("the balance is %v (%v) after %d events", balance, err, handle.Events().Len())
			}
		}
	}
}

func payFifty(st runtime.State) error {
	balance, err := st.Get("user:balance")
	if err != nil {
		return err
	}
	if balance.(int) < 50 {
		return errors.New("not enough")
	}
	return st.Set("user:balance", balance.(int)-50)
}

// TestTerminatedBackends ends one of the connections after every twelfth append,
// whatever it is doing.
func TestTerminatedBackends(t *testing.T) { testTerminatedBackends(t, direct()) }

func testTerminatedBackends(t *testing.T, r route) {
	svc := openService(t, r.to(server.NewDatabase(t))+" pool_max_conns=8")
	killer := openStore(t, server.NewDatabase(t))
	const writers, events = 6, 60
	killed := 0
	afterEach(t, svc, writers, events, 12, func(string) {
		var n int
		if err := killer.pool.QueryRow(t.Context(), `SELECT count(pg_terminate_backend(pid)) FROM (
			SELECT pid FROM pg_stat_activity
			WHERE datname <> current_database() AND backend_type = 'client backend' ORDER BY random() LIMIT 1) AS victim`).Scan(&n); err != nil {
			t.Error(err)
		}
		killed += n
	})
	if killed < 10 {
		t.Errorf("only %d connections were ended", killed)
	}
	checkAccepted(t, svc, writers, events)
}

// TestKilledServer kills the server again and again. What was acknowledged is
// there after each restart; what was not, the writer's second try settles.
func TestKilledServer(t *testing.T) { testKilledServer(t, direct()) }

func testKilledServer(t *testing.T, r route) {
	db := server.NewDatabase(t)
	svc := openService(t, r.to(db))
	const writers, events = 4, 60
	afterEach(t, svc, writers, events, 60, func(id string) {
		server.Kill()
		if err := server.Restart(); err != nil {
			t.Fatal(err)
		}
		checkEvent(t, openStore(t, db), id)
	})
	checkAccepted(t, svc, writers, events)
}

// afterEach has writers append events and calls fn after each so many
// acknowledgements, with the ID of the last event, while they go on.
func afterEach(t *testing.T, svc *runtime.Service, writers, events, each int, fn func(id string)) {
	t.Helper()
	acknowledged := make(chan string)
	var writing sync.WaitGroup
	writing.Go(func() {
		defer close(acknowledged)
		inParallel(t, writers, func(i int) error {
			return appendUntilAccepted(t.Context(), svc, fmt.Sprint(i), events, acknowledged)
		})
	})
	seen := 0
	for id := range acknowledged {
		if seen++; seen%each == 0 {
			fn(id)
		}
	}
	writing.Wait()
}

// appendUntilAccepted creates a session and appends events, each again until
// it is acknowledged.
func appendUntilAccepted(ctx context.Context, svc *runtime.Service, id string, events int, acknowledged chan<- string) error {
	s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: id})
	for isLost(err) {
		s, err = svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: id})
		if errors.Is(err, runtime.ErrSessionExists) {
			s, err = svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: id})
		}
	}
	if err != nil {
		return err
	}
	for i := range events {
		e := event(runtime.Delta{"n": sum(1), "user:n": sum(1), "app:list": appendItems(fmt.Sprint(id, "-", i))})
		e.ID = fmt.Sprint(id, "-", i)
		err := svc.AppendEvent(ctx, s, e)
		for isLost(err) {
			err = svc.AppendEvent(ctx, s, e)
		}
		if err != nil {
			return err
		}
		acknowledged <- e.ID
	}
	return nil
}

// checkAccepted proves the counts after appendUntilAccepted.
func checkAccepted(t *testing.T, svc *runtime.Service, writers, events int) {
	t.Helper()
	for i := range writers {
		s := get(t, svc, runtime.GetRequest{SessionID: fmt.Sprint(i)})
		if n, _ := s.State().Get("n"); n != events || s.Events().Len() != events {
			t.Errorf("session %d: the counter is %v after %d events", i, n, s.Events().Len())
		}
		if i > 0 {
			continue
		}
		n, _ := s.State().Get("user:n")
		list, _ := s.State().Get("app:list")
		items := map[any]bool{}
		for _, item := range list.([]any) {
			items[item] = true
		}
		if n != writers*events || len(list.([]any)) != writers*events || len(items) != writers*events {
			t.Errorf("the user's counter is %v, the app's list has %d items, %d different", n, len(list.([]any)), len(items))
		}
	}
}

func checkEvent(t *testing.T, st *database, id string) {
	t.Helper()
	var n int
	if err := st.pool.QueryRow(t.Context(), "SELECT count(*) FROM stategen_events WHERE id = $1", id).Scan(&n); err != nil {
		t.Fatal(err)
	}
	if n != 1 {
		t.Errorf("event %s was acknowledged and is there %d times", id, n)
	}
}
