//go:build unix

// Package million measures what maintenance of a store with a million sessions costs, and
// what it costs those who write at the same time.
package million

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

const writers = 16

// Sessions returns how many sessions are asked for, by an environment variable; the test
// is left out if none are.
func Sessions(t *testing.T) int {
	n, _ := strconv.Atoi(os.Getenv("STATEGEN_TEST_MILLION"))
	if n == 0 {
		t.Skip("it takes minutes: set STATEGEN_TEST_MILLION to the number of sessions")
	}
	return n
}

// Run measures a store that holds n sessions of the app "big", each tenth of them idle,
// of n/10 users u0, u1, …; one of the user "long" with a long history; and 16 of the app
// "w", each of its own user, w0 to w15, to write to.
//
// With the path of the command stategen in STATEGEN_TEST_COMMAND it also exports all of the
// database that dsn names, and imports a tenth as many sessions into it.
func Run(t *testing.T, svc *runtime.Service, n int, dsn string) {
	ctx := t.Context()
	for i := range writers {
		_, err := svc.Create(ctx, runtime.CreateRequest{AppName: "w", UserID: fmt.Sprint("w", i), SessionID: "s"})
		must(t, err)
	}
	steps := []step{
		{"nothing", func() (string, error) { time.Sleep(8 * time.Second); return "", nil }},
		{"list all, 1,000 at a time", func() (string, error) { return listAll(ctx, svc) }},
		{"users not seen for long", func() (string, error) { return usersBefore(ctx, svc) }},
		{"erase 100 users", func() (string, error) { return "", eraseUsers(ctx, svc, 100) }},
		{"erase a user with 300,000 events", func() (string, error) {
			return "", svc.DeleteUser(ctx, runtime.DeleteUserRequest{AppName: "big", UserID: "long"})
		}},
		{"prune the idle tenth", func() (string, error) {
			r, err := svc.Prune(ctx, runtime.PruneRequest{AppName: "big", IdleFor: 24 * time.Hour})
			return fmt.Sprint(r.Sessions, " sessions"), err
		}},
		{"compact", func() (string, error) { return "", svc.Compact(ctx, runtime.CompactRequest{}) }},
		{"compact, rewriting", func() (string, error) { return "", svc.Compact(ctx, runtime.CompactRequest{Rewrite: true}) }},
	}
	for _, step := range append(steps[:3:3], append(commands(t, n, dsn), steps[3:]...)...) {
		stop := start(t, svc)
		began := time.Now()
		what, err := step.run()
		took := time.Since(began)
		t.Logf("%-34s %8.1fs  %s  %s  peak memory %s", step.name, took.Seconds(), stop(), what, peak())
		must(t, err)
	}
	for i := range writers {
		s, err := svc.Get(ctx, runtime.GetRequest{AppName: "w", UserID: fmt.Sprint("w", i), SessionID: "s", NumRecentEvents: 1})
		must(t, err)
		if got, err := s.State().Get("n"); err != nil || int64(got.(int)) != s.Events().At(0).Seq {
			t.Errorf("writer %d: %v after %d events, error %v", i, got, s.Events().At(0).Seq, err)
		}
	}
}

// step is what is done while writers go on. It may say more about it.
type step struct {
	name string
	run  func() (string, error)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// start has writers append until stop is called, which says how long they took.
func start(t *testing.T, svc *runtime.Service) (stop func() string) {
	ctx, cancel := context.WithCancel(t.Context())
	var mu sync.Mutex
	var all []time.Duration
	var wait sync.WaitGroup
	began := time.Now()
	for i := range writers {
		wait.Add(1)
		go func() {
			defer wait.Done()
			var s *runtime.Session
			var err error
			var took []time.Duration
			for err == nil && ctx.Err() == nil {
				if len(took)%500 == 0 { // handles keep what is appended through them
					if s, err = svc.Get(ctx, runtime.GetRequest{AppName: "w", UserID: fmt.Sprint("w", i), SessionID: "s", NumRecentEvents: -1}); err != nil {
						break
					}
				}
				at := time.Now()
				err = svc.AppendEvent(context.WithoutCancel(ctx), s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{
					"n": runtime.Op{Kind: runtime.OpSum, Operand: 1}, "text": strings.Repeat("x", 100)}}})
				took = append(took, time.Since(at))
			}
			if err != nil && ctx.Err() == nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			all = append(all, took...)
		}()
	}
	return func() string {
		cancel()
		wait.Wait()
		slices.Sort(all)
		at := func(q float64) float64 { return float64(all[int(q*float64(len(all)-1))].Microseconds()) / 1000 }
		return fmt.Sprintf("%6.0f appends/s, p50 %.1f ms, p99 %.1f ms, max %.0f ms",
			float64(len(all))/time.Since(began).Seconds(), at(0.5), at(0.99), at(1))
	}
}

func listAll(ctx context.Context, svc *runtime.Service) (string, error) {
	r := runtime.ListRequest{AppName: "big", Limit: 1000}
	for n := 0; ; {
		page, err := svc.List(ctx, r)
		n += len(page)
		if err != nil || len(page) < r.Limit {
			return fmt.Sprint(n, " sessions"), err
		}
		r.Cursor = page[len(page)-1].Cursor()
	}
}

func usersBefore(ctx context.Context, svc *runtime.Service) (string, error) {
	n := 0
	for _, err := range svc.Users(ctx, runtime.UsersRequest{AppName: "big", UpdatedBefore: time.Now().Add(-24 * time.Hour)}) {
		if err != nil {
			return "", err
		}
		n++
	}
	return fmt.Sprint(n, " users"), nil
}

func eraseUsers(ctx context.Context, svc *runtime.Service, n int) error {
	for i := range n {
		if err := svc.DeleteUser(ctx, runtime.DeleteUserRequest{AppName: "big", UserID: fmt.Sprint("u", 7*i)}); err != nil {
			return err
		}
	}
	return nil
}

// peak returns the most memory that the process has had so far.
func peak() string {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, "VmHWM:"); found {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
