//go:build unix

package redis

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/million"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
	"github.com/seed92179c4c/stategen/runtime/store"
)

const millionApps = 30

// TestMillion puts many sessions of 30 apps on a cluster of three, and says what they take
// and what calls among them cost, beside calls when there was nothing.
func TestMillion(t *testing.T) {
	n := million.Sessions(t)
	c, err := redistest.StartCluster(3, 0, "appendfsync everysec")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	st, err := OpenStore(t.Context(), c.URL(), Replicas(0))
	if err != nil {
		t.Fatal(err)
	}
	svc := runtime.NewService(st)
	t.Cleanup(func() { _ = svc.Close() })
	measureCalls(t, svc, "nothing there", func(i int) store.SessionKey {
		return store.SessionKey{AppName: fmt.Sprint("app", i%millionApps), UserID: "first", SessionID: strconv.Itoa(i)}
	}, true)
	before := memory(t, c)
	fillApps(t, st.(*database), n)
	total := 0.0
	for i, after := range memory(t, c) {
		t.Logf("server %d: %.0f MiB", i, after/(1<<20))
		total += after - before[i]
	}
	t.Logf("%.0f bytes for each session with four events", total/float64(n))
	measureCalls(t, svc, "all there", func(int) store.SessionKey { return sessionAt(rand.IntN(n), n) }, false)
	began, listed := time.Now(), 0
	for app := range millionApps {
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
	return store.SessionKey{AppName: fmt.Sprint("app", i%millionApps), UserID: fmt.Sprint("u", i/millionApps%(n/millionApps/10+1)), SessionID: fmt.Sprint("s", i)}
}

// fillApps writes what Create and three appends would, by commands.
func fillApps(t *testing.T, st *database, n int) {
	at := formTime(time.Now())
	value := `"` + strings.Repeat("x", 100) + `"`
	var filling parallel.Group
	for app := range millionApps {
		filling.Go(func() {
			if err := st.noteApp(t.Context(), fmt.Sprint("app", app)); err != nil {
				t.Error(err)
			}
			var commands rueidis.Commands
			for i := app; i < n; i += millionApps {
				commands = append(commands, st.fillSession(sessionAt(i, n), at, value)...)
				if len(commands) < 1000 && i+millionApps < n {
					continue
				}
				for _, result := range st.client.DoMulti(t.Context(), commands...) {
					if err := result.Error(); err != nil {
						t.Error(err)
						return
					}
				}
				commands = commands[:0]
			}
		})
	}
	filling.Wait()
}

func (st *database) fillSession(s store.SessionKey, at, value string) []rueidis.Completed {
	k, m := st.ofSession(s), member(s.UserID, s.SessionID)
	command := func(name, key string, args ...string) rueidis.Completed {
		return st.client.B().Arbitrary(name).Keys(key).Args(args...).Build()
	}
	record := func(seq int) string {
		return at + fmt.Sprintf(`{"id":"%s-%d","author":"agent","timestamp":"2026-03-14T00:00:00Z","actions":{"stateDelta":{"n":%d,"text":%s}}}`, s.SessionID, seq, seq, value)
	}
	return []rueidis.Completed{
		command("HSET", k[0], "", strconv.Itoa(layout), m, fmt.Sprintf("%d 3 1 - %s %[2]s", newIncarnation(), at)),
		command("ZADD", k[1], "0", m),
		command("HSET", k[sessionPlace-1], "n", "3", "text", value),
		command("HSET", k[userPlace-1], "name", `"x"`),
		command("ZADD", k[4], "0", s.UserID),
		command("HSET", k[numbersPlace-1], "", record(0), s.SessionID+"-0", "0", s.SessionID+"-1", "1", s.SessionID+"-2", "2", s.SessionID+"-3", "3"),
		command("RPUSH", k[eventsPlace-1], record(1), record(2), record(3)),
	}
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
			err = svc.AppendEvent(t.Context(), s, sumEvent(""))
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
