package sqlite_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// BenchmarkAsOf asks for the middle of a long history, without and with snapshots.
func BenchmarkAsOf(b *testing.B) {
	const events = 300_000
	path := filepath.Join(b.TempDir(), "x.db")
	svc := open(b, path)
	if _, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"}); err != nil {
		b.Fatal(err)
	}
	execute(b, path, fmt.Sprintf(`WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < %d) INSERT INTO events SELECT 1, i, 'e' || i, 1773446400000000 + i,
		'{"id":"e' || i || '","seq":' || i || ',"timestamp":"2026-03-14T00:00:00Z","actions":{"stateDelta":{"n":' || i || ',"text":"`+secret+`"}}}' FROM c`, events))
	execute(b, path, fmt.Sprintf("UPDATE sessions SET seq = %d", events))
	for _, every := range []int64{0, 1000} {
		if _, err := svc.Prune(ctx, runtime.PruneRequest{SnapshotEvery: every}); err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint("snapshots=", every), func(b *testing.B) {
			for range b.N {
				s, err := svc.Get(ctx, runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s", AsOf: fmt.Sprint("e", events/2+500), NumRecentEvents: -1})
				if err != nil {
					b.Fatal(err)
				}
				if n, err := s.State().Get("n"); err != nil || n != events/2+500 {
					b.Fatal(n, err)
				}
			}
		})
	}
}
