//go:build unix

package million

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/redis"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
	"github.com/seed92179c4c/stategen/runtime/store"
)

const apps = 30

// onRedis puts many sessions of 30 apps on a cluster of three, and says what they take
// and what calls among them cost, beside calls when there was nothing.
func onRedis(t *testing.T, n int) {
	c, err := redistest.StartCluster(3, 0, "appendfsync everysec")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	svc, err := redis.Open(t.Context(), c.URL(), redis.Replicas(0))
	must(t, err)
	t.Cleanup(func() { _ = svc.Close() })
	measureCalls(t, svc, "nothing there", func(i int) store.SessionKey {
		return store.SessionKey{AppName: fmt.Sprint("app", i%apps), UserID: "first", SessionID: strconv.Itoa(i)}
	}, true)
	before := memory(t, c)
	fill(t, svc, n)
	total := 0.0
	for i, after := range memory(t, c) {
		t.Logf("server %d: %.0f MiB", i, after/(1<<20))
		total += after - before[i]
	}
	t.Logf("%.0f bytes for each session with four events", total/float64(n))
	measureCalls(t, svc, "all there", func(int) store.SessionKey { return sessionAt(rand.IntN(n), n) }, false)
	began, listed := time.Now(), 0
	for app := range apps {
		for _, err := range svc.Sessions(t.Context(), runtime.ListRequest{AppName: fmt.Sprint("app", app)}) {
			if err != nil {
				t.Fatal(err)
			}
			listed++
		}
	}
	t.Logf("listed %d with state in %v", listed, time.Since(began))
}

// sessionAt is one of n that are filled in.
func sessionAt(i, n int) store.SessionKey {
	return store.SessionKey{AppName: fmt.Sprint("app", i%apps), UserID: fmt.Sprint("u", i/apps%(n/apps/10+1)), SessionID: fmt.Sprint("s", i)}
}

// fill creates sessions, each with three more events.
func fill(t *testing.T, svc *runtime.Service, n int) {
	text := strings.Repeat("x", 100)
	var next atomic.Int64
	var filling sync.WaitGroup
	for range 8 * apps {
		filling.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := fillSession(t.Context(), svc, sessionAt(i, n), text); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	filling.Wait()
}

func fillSession(ctx context.Context, svc *runtime.Service, k store.SessionKey, text string) error {
	s, err := svc.Create(ctx, runtime.CreateRequest{AppName: k.AppName, UserID: k.UserID, SessionID: k.SessionID,
		State: map[string]any{"n": 0, "text": text, "user:name": "x"}})
	for i := 1; i <= 3 && err == nil; i++ {
		err = svc.AppendEvent(ctx, s, &runtime.Event{ID: fmt.Sprint(k.SessionID, "-", i), Author: "agent", Actions: runtime.Actions{StateDelta: runtime.Delta{"n": i, "text": text}}})
	}
	return err
}

// measureCalls reads and appends to sessions, one after the other, and says what the
// middle one and the slowest of a hundred took.
func measureCalls(t *testing.T, svc *runtime.Service, when string, key func(i int) store.SessionKey, create bool) {
	t.Helper()
	var gets, appends []time.Duration
	for i := range 1000 {
		k := key(i)
		if create {
			if _, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: k.AppName, UserID: k.UserID, SessionID: k.SessionID}); err != nil {
				t.Fatal(err)
			}
		}
		began := time.Now()
		s, err := svc.Get(context.Background(), runtime.GetRequest{AppName: k.AppName, UserID: k.UserID, SessionID: k.SessionID})
		read := time.Now()
		if err == nil {
			err = svc.AppendEvent(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"n": runtime.Op{Kind: runtime.OpSum, Operand: 1}}}})
		}
		if err != nil {
			t.Fatal(err)
		}
		gets, appends = append(gets, read.Sub(began)), append(appends, time.Since(read))
	}
	slices.Sort(gets)
	slices.Sort(appends)
	t.Logf("%s: get %v, p99 %v; append %v, p99 %v", when, gets[500], gets[990], appends[500], appends[990])
}

// memory returns how much the data take on each server.
func memory(t *testing.T, c *redistest.Cluster) (bytes []float64) {
	t.Helper()
	for _, node := range c.Nodes {
		info, err := node.Info("memory")
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.ParseFloat(info["used_memory_dataset"], 64)
		if err != nil {
			t.Fatal(err)
		}
		bytes = append(bytes, n)
	}
	return bytes
}
