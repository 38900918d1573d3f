package sqlite_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

func BenchmarkAppend(b *testing.B) {
	for _, sync := range []string{"full", "relaxed"} {
		for _, keys := range []int{10, 1000} {
			b.Run(fmt.Sprintf("sync=%s/state=%d", sync, keys), func(b *testing.B) {
				var opts []sqlite.Option
				if sync == "relaxed" {
					opts = append(opts, sqlite.RelaxedSync())
				}
				svc := open(b, filepath.Join(b.TempDir(), "x.db"), opts...)
				s := createFilled(b, svc, keys, 0)
				for i := 0; b.Loop(); i++ {
					if err := svc.AppendEvent(ctx, s, fiveKeys(i)); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
	b.Run("sync=full/merge", func(b *testing.B) {
		svc := open(b, filepath.Join(b.TempDir(), "x.db"))
		s := createFilled(b, svc, 10, 0)
		for i := 0; b.Loop(); i++ {
			event := fiveKeys(i)
			event.Actions.StateDelta["user:count"] = runtime.Op{Kind: runtime.OpSum, Operand: 1}
			if err := svc.AppendEvent(ctx, s, event); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("sync=full/sessions=16", func(b *testing.B) {
		svc := open(b, filepath.Join(b.TempDir(), "x.db"))
		b.SetParallelism(8)
		b.RunParallel(func(pb *testing.PB) {
			s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u"})
			if err != nil {
				b.Error(err)
				return
			}
			for i := 0; pb.Next(); i++ {
				if err := svc.AppendEvent(ctx, s, fiveKeys(i)); err != nil {
					b.Error(err)
				}
			}
		})
	})
}

func BenchmarkGet(b *testing.B) {
	for _, c := range []struct {
		name                 string
		keys, events, recent int
	}{
		{"keys=10/events=0", 10, 0, 0}, {"keys=1000/events=0", 1000, 0, 0},
		{"keys=10/events=10000", 10, 10000, 0}, {"keys=10/last=10of10000", 10, 10000, 10},
	} {
		b.Run(c.name, func(b *testing.B) {
			svc := open(b, filepath.Join(b.TempDir(), "x.db"), sqlite.RelaxedSync())
			createFilled(b, svc, c.keys, c.events)
			b.ReportAllocs()
			for b.Loop() {
				s, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s", NumRecentEvents: c.recent})
				if err != nil {
					b.Fatal(err)
				}
				_ = s
			}
		})
	}
}

func createFilled(b *testing.B, svc *runtime.Service, keys, events int) *runtime.Session {
	b.Helper()
	state := map[string]any{}
	for i := range keys {
		state[fmt.Sprint("key", i)] = i
	}
	s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: state})
	if err != nil {
		b.Fatal(err)
	}
	for i := range events {
		if err := svc.AppendEvent(ctx, s, fiveKeys(i)); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

func fiveKeys(i int) *runtime.Event {
	return &runtime.Event{
		Author: "agent", Content: runtime.NewText("model", "a short answer"),
		Actions: runtime.Actions{StateDelta: runtime.Delta{"key1": i, "key2": "text", "key3": true, "key4": 1.5, "key5": i}},
	}
}
