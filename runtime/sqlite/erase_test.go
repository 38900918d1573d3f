package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	driver "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// secret begins each value of the user who is to be erased.
const secret = "s3cr3t-"

// TestNothingLeft erases a user and purges a key among others, and then looks for
// their bytes in the files, which programs have open all the while.
func TestNothingLeft(t *testing.T) {
	if testing.Short() {
		t.Skip("searches whole files again and again")
	}
	for name, remove := range map[string]func(svc *runtime.Service) error{
		"user": func(svc *runtime.Service) error {
			return svc.DeleteUser(ctx, runtime.DeleteUserRequest{AppName: "a", UserID: secret + "user"})
		},
		"app": func(svc *runtime.Service) error {
			return svc.DeleteApp(ctx, runtime.DeleteAppRequest{AppName: "a"})
		},
		"key": func(svc *runtime.Service) error {
			return errors.Join(purge(svc, "k"), purge(svc, "user:k"), purge(svc, "gone"))
		},
		"idle": func(svc *runtime.Service) error {
			_, err := svc.Prune(ctx, runtime.PruneRequest{AppName: "a", IdleFor: 1})
			return errors.Join(err, svc.DeleteUser(ctx, runtime.DeleteUserRequest{AppName: "a", UserID: secret + "user"}))
		},
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "key" {
				t.Skip("what is purged is gone by the same means")
			}
			path := filepath.Join(t.TempDir(), "x.db")
			svc, other := open(t, path), open(t, path)
			user := secret + "user"
			if name == "key" {
				user = "u"
			}
			churn(t, svc, other, user)
			if found(t, path) == 0 {
				t.Fatal("nothing to be erased")
			}
			if err := remove(other); err != nil {
				t.Fatal(err)
			}
			if err := svc.Compact(ctx, runtime.CompactRequest{Rewrite: true}); err != nil {
				t.Fatal(err)
			}
			if n := found(t, path); n > 0 {
				t.Errorf("%d places are left", n)
			}
		})
	}
}

func purge(svc *runtime.Service, key string) error {
	_, err := svc.Purge(ctx, runtime.PurgeRequest{Key: key})
	return err
}

// churn has a user and others write and overwrite values of all sizes.
func churn(t *testing.T, svc, other *runtime.Service, user string) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	value := func(who string) string {
		text := "harmless"
		if who == user {
			text = secret
		}
		return strings.Repeat(text, 1+random.IntN(4)*random.IntN(4)*random.IntN(200))
	}
	for i := range 250 {
		who := user
		if i%3 > 0 {
			who = fmt.Sprint("other", i%7)
		}
		s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: who, SessionID: fmt.Sprint(i), State: map[string]any{"k": value(who)}})
		if err != nil {
			t.Fatal(err)
		}
		for range random.IntN(8) {
			append1(t, other, s, runtime.Delta{"k": value(who), "user:k": value(who), "gone": value(who)})
			append1(t, svc, s, runtime.Delta{"gone": nil})
		}
		if i%10 == 9 {
			if err := svc.Delete(ctx, runtime.DeleteRequest{AppName: "a", UserID: who, SessionID: fmt.Sprint(i)}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// found counts the secrets in a file and those beside it.
func found(t *testing.T, path string) (n int) {
	t.Helper()
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		text, err := os.ReadFile(path + suffix)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		n += bytes.Count(text, []byte(secret[:5]))
	}
	return n
}

// TestSpaceComesBack removes a long history while others write, who never wait for all
// of it.
func TestSpaceComesBack(t *testing.T) {
	if testing.Short() {
		t.Skip("appends 20,000 events")
	}
	path := filepath.Join(t.TempDir(), "x.db")
	svc := open(t, path)
	s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "long"})
	if err != nil {
		t.Fatal(err)
	}
	fill(t, svc, s, 20_000)
	if err := svc.Compact(ctx, runtime.CompactRequest{}); err != nil {
		t.Fatal(err)
	}
	before := size(t, path)
	var wait parallel.Group
	var done atomic.Bool
	var between atomic.Int64 // writes beside the deletion
	wait.Go(func() {
		s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "writer"})
		for !done.Load() && err == nil {
			err = svc.AppendEvent(ctx, s, &runtime.Event{})
			between.Add(1)
		}
		if err != nil {
			t.Error(err)
		}
	})
	if err := svc.Delete(ctx, runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: "long"}); err != nil {
		t.Error(err)
	}
	wrote := between.Load()
	done.Store(true)
	wait.Wait()
	if wrote < 10 {
		t.Errorf("%d writes beside the deletion of 20,000 events", wrote)
	}
	if err := svc.Compact(ctx, runtime.CompactRequest{}); err != nil {
		t.Fatal(err)
	}
	if after := size(t, path); after > before/5 {
		t.Errorf("%d of %d bytes are left", after, before)
	}
}

// TestCompactBesideALongRead compacts while somebody reads for long, for whom the log
// can't be emptied: nobody else waits for that.
func TestCompactBesideALongRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	svc := open(t, path, sqlite.RelaxedSync())
	s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	reader, err := driver.OpenConn(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	query := func(sql string) {
		if err := sqlitex.ExecuteTransient(reader, sql, nil); err != nil {
			t.Fatal(err)
		}
	}
	query("BEGIN")
	query("SELECT count(*) FROM sessions")
	append1(t, svc, s, runtime.Delta{"k": 0}) // which the reader doesn't see
	compacted := make(chan error, 1)
	go func() { compacted <- svc.Compact(ctx, runtime.CompactRequest{}) }()
	limited, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	for range 300 {
		if err := svc.AppendEvent(limited, s, &runtime.Event{}); err != nil {
			t.Fatal(err)
		}
	}
	query("COMMIT")
	if err := <-compacted; err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() > 0 {
		t.Errorf("the log: %v, error %v", info, err)
	}
}

// fill appends events from many goroutines, so that they share commits.
func fill(t *testing.T, svc *runtime.Service, s *runtime.Session, n int) {
	t.Helper()
	var wait parallel.Group
	for range 50 {
		wait.Go(func() {
			own, err := svc.Get(ctx, runtime.GetRequest{AppName: s.AppName(), UserID: s.UserID(), SessionID: s.ID(), NumRecentEvents: -1})
			for range n / 50 {
				if err == nil {
					err = svc.AppendEvent(ctx, own, &runtime.Event{Content: runtime.NewText("user", strings.Repeat("x", 100))})
				}
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

func size(t *testing.T, path string) (n int64) {
	t.Helper()
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(path + suffix); err == nil {
			n += info.Size()
		}
	}
	return n
}

// TestSweepIsFinishedLater cuts an erasure off after each of its first steps, as the end
// of the program would: what it has not swept is swept by whoever comes next.
func TestSweepIsFinishedLater(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	svc := open(t, path)
	for i := range 5 {
		s, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: fmt.Sprint(i), State: map[string]any{"k": secret}})
		if err != nil {
			t.Fatal(err)
		}
		fill(t, svc, s, 1000)
	}
	limited, cancel := context.WithTimeout(ctx, time.Millisecond)
	defer cancel()
	for range 100 {
		if svc.DeleteUser(limited, runtime.DeleteUserRequest{AppName: "a", UserID: "u"}) == nil {
			break
		}
		infos, err := open(t, path).List(ctx, runtime.ListRequest{AppName: "a"})
		if err != nil || len(infos) != 0 && len(infos) != 5 {
			t.Fatalf("%d sessions, error %v", len(infos), err)
		}
		cancel()
		limited, cancel = context.WithTimeout(ctx, 20*time.Millisecond)
	}
	cancel()
	if err := open(t, path).DeleteUser(ctx, runtime.DeleteUserRequest{AppName: "a", UserID: "u"}); err != nil {
		t.Fatal(err)
	}
	if err := svc.Compact(ctx, runtime.CompactRequest{Rewrite: true}); err != nil {
		t.Fatal(err)
	}
	if n := size(t, path); n > 100<<10 || found(t, path) > 0 {
		t.Errorf("%d bytes are left, %d secrets", n, found(t, path))
	}
}
