//go:build go1.25

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/seed92179c4c/stategen/runtime"
)

// passes lets time pass, in a bubble where it passes only if all wait.
func passes(t *testing.T, d time.Duration) {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	<-ctx.Done()
}

// TestLongReadsPauseForWriters reads alone, and then beside somebody who has the writer:
// there it takes twice as long as its work.
func TestLongReadsPauseForWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	synctest.Test(t, func(t *testing.T) {
		st, err := open(t.Context(), path, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = st.Close() }()
		const rows = 10
		svc := runtime.NewService(st)
		for i := range rows {
			if _, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: fmt.Sprint(i)}); err != nil {
				t.Fatal(err)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		read := func(work func()) (time.Duration, error) {
			began := time.Now()
			err := st.readers.use(ctx, func(conn *sqlite.Conn) error {
				return st.eachPaced(ctx, conn, "SELECT id FROM sessions", func(*sqlite.Stmt) error { work(); return nil })
			})
			end := time.Now()
			return end.Sub(began), err
		}
		work := func() { passes(t, readTime/2) }
		if took, err := read(work); err != nil || took != rows*readTime/2 {
			t.Errorf("alone it took %v, error %v", took, err)
		}
		writer, err := st.writer.take(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		defer st.writer.put(writer)
		if took, err := read(work); err != nil || took != rows*readTime {
			t.Errorf("beside a writer it took %v, error %v", took, err)
		}
		if _, err := read(func() { passes(t, readTime); cancel() }); !errors.Is(err, context.Canceled) {
			t.Errorf("a pause goes on after its context: %v", err)
		}
	})
}

// TestBackgroundPausesForOthers has a store in the background write alone, and then after
// it has found the file taken by another one.
func TestBackgroundPausesForOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.db")
	synctest.Test(t, func(t *testing.T) {
		var stores [2]*database
		for i, options := range [][]Option{{Background()}, nil} {
			st, err := open(t.Context(), path, options)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = st.Close() }()
			stores[i] = st
		}
		st, other := stores[0], stores[1]
		const work = 20 * time.Millisecond
		write := func() time.Duration {
			began := time.Now()
			err := st.writeTogether(t.Context(), func(*sqlite.Conn) error { passes(t, work); return nil })
			if err != nil {
				t.Fatal(err)
			}
			end := time.Now()
			return end.Sub(began)
		}
		if first, second := write(), write(); first != work || second != work {
			t.Errorf("alone it took %v and %v", first, second)
		}
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		err := other.write(t.Context(), func(*sqlite.Conn) error {
			conn, err := st.writer.take(t.Context(), nil)
			if err != nil {
				return err
			}
			defer st.writer.put(conn)
			return st.beginWrite(ended, conn)
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("it began beside another write: %v", err)
		}
		passes(t, work) // as long as it pauses after a write
		if first, second := write(), write(); first != work || second != 2*work {
			t.Errorf("beside others it took %v and %v", first, second)
		}
	})
}
