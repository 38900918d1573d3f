package memory_test

import (
	"fmt"
	goruntime "runtime"
	"slices"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

// BenchmarkAppendFlat appends a delta of five keys to sessions that differ in
// what they hold already.
func BenchmarkAppendFlat(b *testing.B) {
	for _, c := range []struct {
		name         string
		keys, events int
	}{{"new", 10, 0}, {"history", 10, 100_000}, {"state", 1000, 0}} {
		b.Run(c.name, func(b *testing.B) {
			svc, s := newSession(b, c.keys)
			e := event(5)
			for range c.events {
				appendOne(b, svc, s, e)
			}
			goruntime.GC() // of what came before
			b.ReportAllocs()
			defer cputime.Report(b)()
			for b.Loop() {
				appendOne(b, svc, s, e)
			}
		})
	}
}

// BenchmarkScale shares the same work out to one goroutine and to two: appends
// to distinct sessions of distinct users, and reads of one session's state.
func BenchmarkScale(b *testing.B) {
	b.Run("append/one", func(b *testing.B) { appendShared(b, 1) })
	b.Run("append/two", func(b *testing.B) { appendShared(b, 2) })
	b.Run("read/one", func(b *testing.B) { readShared(b, 1) })
	b.Run("read/two", func(b *testing.B) { readShared(b, 2) })
}

func appendShared(b *testing.B, goroutines int) {
	svc, _ := newSession(b, 10)
	sessions := make([]*runtime.Session, goroutines)
	for i := range sessions {
		var err error
		sessions[i], err = svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: fmt.Sprint("u", i), State: filled(10)})
		if err != nil {
			b.Fatal(err)
		}
	}
	share(b, goroutines, func(worker, times int) {
		for e := event(5); times > 0; times-- {
			appendOne(b, svc, sessions[worker], e)
		}
	})
}

func readShared(b *testing.B, goroutines int) {
	_, s := newSession(b, 10)
	share(b, goroutines, func(_, times int) {
		for range times {
			if v, err := s.State().Get("key3"); err != nil || v.(int) != 3 {
				b.Error(v, err)
			}
		}
	})
}

// share has b.N operations done by so many goroutines, each its part.
func share(b *testing.B, goroutines int, work func(worker, times int)) {
	var wg parallel.Group
	b.ResetTimer()
	for i := range goroutines {
		wg.Go(func() { work(i, (b.N+i)/goroutines) })
	}
	wg.Wait()
}

// BenchmarkTail reports the time that one append in a hundred exceeds: with
// nothing else going on, and while another goroutine lists and gets the 1,000
// sessions of another app without pause.
func BenchmarkTail(b *testing.B) {
	b.Run("idle", func(b *testing.B) {
		svc, s := newSession(b, 10)
		tail(b, svc, s)
	})
	b.Run("beside-readers", func(b *testing.B) {
		svc, s := newSession(b, 10)
		for i := range 1000 {
			_, err := svc.Create(ctx, runtime.CreateRequest{AppName: "other", UserID: "u", SessionID: fmt.Sprint(i), State: filled(100)})
			if err != nil {
				b.Fatal(err)
			}
		}
		stop := make(chan struct{})
		var wg parallel.Group
		wg.Go(func() { readAll(b, svc, stop) })
		tail(b, svc, s)
		close(stop)
		wg.Wait()
	})
}

// tail measures each append by itself.
func tail(b *testing.B, svc *runtime.Service, s *runtime.Session) {
	times := make([]time.Duration, 0, 1<<20)
	defer cputime.Report(b)()
	for e := event(5); b.Loop(); {
		start := time.Now()
		appendOne(b, svc, s, e)
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*99/100]), "p99-ns")
}

// readAll lists an app and gets each of its sessions, until it is to stop.
func readAll(b *testing.B, svc *runtime.Service, stop <-chan struct{}) {
	for {
		list, err := svc.List(ctx, runtime.ListRequest{AppName: "other"})
		if err != nil {
			b.Error(err)
			return
		}
		for _, info := range list {
			select {
			case <-stop:
				return
			default:
			}
			if _, err := svc.Get(ctx, runtime.GetRequest{AppName: "other", UserID: info.UserID, SessionID: info.SessionID}); err != nil {
				b.Error(err)
				return
			}
		}
	}
}
