//go:build unix

package redis

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/storetest"
)

// quick is for tests in which no server is killed.
const quick = "appendfsync no"

// The servers are started when a test first needs them.
var (
	server  = sync.OnceValues(func() (*redistest.Server, error) { return redistest.StartServer(quick) })
	cluster = sync.OnceValues(func() (*redistest.Cluster, error) { return redistest.StartCluster(3, 1, quick) })
	started []interface{ Stop() }
)

func TestMain(m *testing.M) {
	guardScripts()
	code := m.Run()
	for _, s := range started {
		s.Stop()
	}
	os.Exit(code)
}

func startServer(t testing.TB) *redistest.Server   { return start(t, server) }
func startCluster(t testing.TB) *redistest.Cluster { return start(t, cluster) }

// start returns servers that are stopped when all tests have ended.
func start[S interface{ Stop() }](t testing.TB, once func() (S, error)) S {
	t.Helper()
	s, err := once()
	if err != nil {
		t.Fatal(err)
	}
	started = append(started, s)
	return s
}

// tests counts prefixes, one for each test.
var tests atomic.Int64

func newPrefix(t testing.TB) string { return fmt.Sprintf("%s/%d", t.Name(), tests.Add(1)) }

// TestConformance has everything expire some day, and with -short nothing.
func TestConformance(t *testing.T) {
	s := startServer(t)
	opts := []Option{Replicas(0)}
	if !testing.Short() {
		opts = append(opts, TimeToLive(long))
	}
	conform(t, s.URL(), s, opts...)
}

func TestConformanceOnACluster(t *testing.T) {
	if testing.Short() {
		t.Skip("starts six servers")
	}
	conform(t, startCluster(t).URL(), nil)
}

// conform runs the suite on what a URL names. On one server it loses answers, too.
func conform(t *testing.T, url string, s *redistest.Server, opts ...Option) {
	storetest.Run(t, func(t testing.TB) storetest.Opened {
		all := append([]Option{Prefix(newPrefix(t))}, opts...)
		st := openStore(t, url, all...)
		again := func(t testing.TB) *runtime.Service { return openService(t, url, all...).Observed(panics) }
		opened := storetest.Opened{Service: runtime.NewService(st), Again: again, Damage: func(t testing.TB, what storetest.Stored) { damage(t, st, what) }}
		if s != nil {
			opened.Lossy = func(t testing.TB) (*runtime.Service, func(int) func() bool) {
				p := startProxy(t, s.Node)
				return openService(t, p.URL(), all...), p.LoseAnswer
			}
		}
		return opened
	})
}

func openService(t testing.TB, url string, opts ...Option) *runtime.Service {
	t.Helper()
	return runtime.NewService(openStore(t, url, opts...))
}

func openStore(t testing.TB, url string, opts ...Option) *database {
	t.Helper()
	st, err := OpenStore(t.Context(), url, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	return st.(*database)
}

func startProxy(t testing.TB, n *redistest.Node) *redistest.Proxy {
	t.Helper()
	p, err := n.StartProxy()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	return p
}

// panics is an observer, which must change nothing.
func panics(context.Context, runtime.Call) { panic("observer") }

// damage spoils what is stored, as another program may.
func damage(t testing.TB, st *database, what storetest.Stored) {
	t.Helper()
	keys := st.ofSession(what.Session)
	b := st.client.B()
	scope, name := runtime.ParseKey(what.Key)
	command := b.Hset().Key(keys[place(scope)-1]).FieldValue().FieldValue(name, `[1, {"spoilt`).Build()
	if what.Key == "" {
		events, err := st.Events(t.Context(), what.Session, store.EventQuery{ID: "", AfterSeq: what.Seq - 1, First: 1})
		if err != nil || len(events) != 1 {
			t.Fatalf("%+v: %v, error %v", what, events, err)
		}
		text, err := formEvent(events[0])
		if err != nil {
			t.Fatal(err)
		}
		at := strconv.FormatInt(what.Seq-1, 10)
		command = rueidis.Completed(b.Arbitrary("LSET").Keys(keys[eventsPlace-1]).Args(at, text[:timeDigits+25]).Build())
	}
	if err := st.client.Do(t.Context(), command).Error(); err != nil {
		t.Fatalf("%+v: %v", what, err)
	}
}
