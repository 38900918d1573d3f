//go:build unix

package postgres

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// BenchmarkHot has writers add 1 to a number, each in a session of its own: to one
// number of their app, each to a number of its own session, and to the app's
// without looking at each other, which is the reference.
func BenchmarkHot(b *testing.B) {
	shared, own := appendDelta(runtime.Delta{"app:n": sum(1)}), appendDelta(runtime.Delta{"n": sum(1)})
	for _, writers := range []int{1, 4, 16} {
		for _, way := range []struct {
			name  string
			write benchWrite
		}{{"ours", shared}, {"own", own}, {"reference", appendOneByOne}} {
			b.Run(fmt.Sprintf("%s/writers=%d", way.name, writers), func(b *testing.B) { benchmarkAppend(b, writers, way.write) })
		}
	}
}

// appendOneByOne is an append that shares its transaction with no other.
func appendOneByOne(ctx context.Context, st *database, s *runtime.Session, n int64) error {
	a, err := hotAppend(s, n)
	if err == nil {
		_, err = st.appendAlone(ctx, a)
	}
	return err
}

func hotAppend(s *runtime.Session, n int64) (*store.Append, error) {
	e := &store.StoredEvent{ID: fmt.Sprintf("%026d", n), Author: "agent", Timestamp: time.Now(), Writes: []store.Write{{Key: "app:n", Value: sum(1)}}}
	return &store.Append{Session: store.SessionKey{AppName: s.AppName(), UserID: s.UserID(), SessionID: s.ID()}, Event: e}, nil
}
