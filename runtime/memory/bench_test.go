package memory_test

import (
	"context"
	"fmt"
	goruntime "runtime"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
)

var ctx = context.Background()

func BenchmarkAppend(b *testing.B) {
	b.Run("raw map", func(b *testing.B) { rawMap(b, filled(10)) })
	for _, keys := range []int{5, 1, 20} {
		b.Run(fmt.Sprintf("keys=%d", keys), func(b *testing.B) {
			svc, s := newSession(b, 10)
			b.ReportAllocs()
			defer cputime.Report(b)()
			for e := event(keys); b.Loop(); {
				appendOne(b, svc, s, e)
			}
		})
	}
	b.Run("keys=5/state=100000", func(b *testing.B) {
		svc, s := newSession(b, 100000)
		b.ReportAllocs()
		defer cputime.Report(b)()
		for e := event(5); b.Loop(); {
			appendOne(b, svc, s, e)
		}
	})
	b.Run("keys=5/merge", func(b *testing.B) {
		svc, s := newSession(b, 10)
		b.ReportAllocs()
		e := event(4)
		e.Actions.StateDelta["user:n"] = runtime.Op{Kind: runtime.OpSum, Operand: 1}
		defer cputime.Report(b)()
		for b.Loop() {
			appendOne(b, svc, s, e)
		}
	})
	b.Run("keys=5/get between", func(b *testing.B) {
		svc, s := newSession(b, 1000)
		b.ReportAllocs()
		defer cputime.Report(b)()
		for e := event(5); b.Loop(); {
			appendOne(b, svc, s, e)
			get(b, svc)
		}
	})
	b.Run("keys=5/parallel sessions", func(b *testing.B) {
		svc := memory.New()
		b.RunParallel(func(pb *testing.PB) {
			s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", State: filled(10)})
			if err != nil {
				b.Error(err)
				return
			}
			for e := event(5); pb.Next(); {
				appendOne(b, svc, s, e)
			}
		})
	})
}

func BenchmarkGet(b *testing.B) {
	b.Run("raw map", func(b *testing.B) { rawMap(b, filled(10)) })
	for _, c := range []struct{ keys, events int }{{10, 0}, {1000, 0}, {10, 100000}} {
		b.Run(fmt.Sprintf("state=%d/events=%d", c.keys, c.events), func(b *testing.B) {
			svc, s := newSession(b, c.keys)
			e := event(5)
			for range c.events {
				appendOne(b, svc, s, e)
			}
			goruntime.GC() // of what came before
			b.ReportAllocs()
			defer cputime.Report(b)()
			for b.Loop() {
				get(b, svc)
			}
		})
	}
}

func BenchmarkStateGet(b *testing.B) {
	_, s := newSession(b, 10)
	state := s.State()
	inv := runtime.NewInvocation(memory.New(), s).Context("agent", "")
	b.Run("raw map", func(b *testing.B) { rawMap(b, filled(10)) })
	b.Run("held", func(b *testing.B) { readState(b, state) })
	b.Run("context", func(b *testing.B) { readState(b, inv) })
	b.Run("fresh", func(b *testing.B) {
		b.ReportAllocs()
		defer cputime.Report(b)()
		for b.Loop() {
			if v, err := s.State().Get("key3"); err != nil || v.(int) != 3 {
				b.Fatal(v, err)
			}
		}
	})
	b.Run("fresh in parallel", func(b *testing.B) {
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if v, err := s.State().Get("key3"); err != nil || v.(int) != 3 {
					b.Error(v, err)
				}
			}
		})
	})
}

func rawMap(b *testing.B, m map[string]any) {
	b.ReportAllocs()
	defer cputime.Report(b)()
	for b.Loop() {
		if v, ok := m["key3"]; !ok || v.(int) != 3 {
			b.Fatal(v)
		}
	}
}

func readState(b *testing.B, state runtime.ReadonlyState) {
	b.ReportAllocs()
	defer cputime.Report(b)()
	for b.Loop() {
		if v, err := state.Get("key3"); err != nil || v.(int) != 3 {
			b.Fatal(v, err)
		}
	}
}

func newSession(b *testing.B, keys int) (*runtime.Service, *runtime.Session) {
	b.Helper()
	svc := memory.New()
	s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: filled(keys)})
	if err != nil {
		b.Fatal(err)
	}
	return svc, s
}

func filled(keys int) map[string]any {
	state := make(map[string]any, keys)
	for i := range keys {
		state[fmt.Sprint("key", i)] = i
	}
	return state
}

var names = func() (names [20]string) {
	for i := range names {
		names[i] = fmt.Sprint("key", i)
	}
	return names
}()

func event(keys int) *runtime.Event {
	delta := make(runtime.Delta, keys)
	for k := range keys {
		delta[names[k]] = k
	}
	return &runtime.Event{Author: "agent", Actions: runtime.Actions{StateDelta: delta}}
}

// appendOne appends a new event with the content and delta of e.
func appendOne(b *testing.B, svc *runtime.Service, s *runtime.Session, e *runtime.Event) {
	e.ID, e.Timestamp = "", time.Time{}
	if err := svc.AppendEvent(ctx, s, e); err != nil {
		b.Error(err)
	}
}

func get(b *testing.B, svc *runtime.Service) *runtime.Session {
	s, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		b.Error(err)
	}
	return s
}

// BenchmarkHostValues reads 500 events in a host's own form.
func BenchmarkHostValues(b *testing.B) {
	type form struct{ id string }
	svc, s := newSession(b, 10)
	e := event(5)
	e.Host = `{"branch":"root"}`
	for range 500 {
		appendOne(b, svc, s, e)
	}
	decode := func(e *runtime.Event) (*form, error) { return &form{e.ID}, nil }
	b.ReportAllocs()
	defer cputime.Report(b)()
	for b.Loop() {
		events := get(b, svc).Events()
		for i := range events.Len() {
			if _, err := runtime.HostValue(events, i, decode); err != nil {
				b.Fatal(err)
			}
		}
	}
}
