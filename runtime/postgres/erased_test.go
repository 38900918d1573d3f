//go:build unix

package postgres

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// TestNothingLeft erases a user or purges a key among others, and then looks for the
// values in all of the server's files but its write-ahead log. The planner has taken
// samples before, as autovacuum lets it.
func TestNothingLeft(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads all of the server's files")
	}
	db := server.NewDatabase(t)
	svc := openService(t, db)
	e := writeToErase(t, svc, db)
	for _, key := range []string{"k", "user:k", "gone"} {
		if _, err := svc.Purge(t.Context(), runtime.PurgeRequest{Key: key}); err != nil {
			t.Fatal(err)
		}
	}
	e.compact(t, svc)
	if n := found(t, db, e.value); n > 0 {
		t.Errorf("%d values are left", n)
	}
}

// erased says what is to be erased: it begins each value of one user, and his name.
type erased struct{ user, value string }

func (e erased) compact(t *testing.T, svc *runtime.Service) {
	t.Helper()
	if err := svc.Compact(t.Context(), runtime.CompactRequest{Rewrite: true}); err != nil {
		t.Fatal(err)
	}
}

// writeToErase has a user and others write and overwrite values of all sizes.
func writeToErase(t *testing.T, svc *runtime.Service, db string) erased {
	t.Helper()
	e := erased{user: fmt.Sprintf("n%x-", rand.Uint64()), value: fmt.Sprintf("v%x-", rand.Uint64())}
	random := rand.New(rand.NewPCG(1, 2))
	value := func(who string) string {
		var text strings.Builder // which PostgreSQL can't compress
		for range 1 + random.IntN(4)*random.IntN(4)*random.IntN(60) {
			if who == e.user {
				text.WriteString(e.value)
			}
			fmt.Fprintf(&text, "%x", random.Uint64())
		}
		return text.String()
	}
	for i := range 60 {
		who := e.user
		if i%3 > 0 {
			who = fmt.Sprint("other", i%7)
		}
		id := fmt.Sprint(i)
		s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: who, SessionID: id, State: map[string]any{"k": value(who)}})
		for j := 0; j < random.IntN(8) && err == nil; j++ {
			err = svc.AppendEvent(t.Context(), s, event(runtime.Delta{"k": value(who), "user:k": value(who), "gone": value(who)}))
			if err == nil {
				err = svc.AppendEvent(t.Context(), s, event(runtime.Delta{"gone": nil}))
			}
		}
		if err == nil && i%10 == 9 {
			err = svc.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: who, SessionID: id})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	exec(t, db, "ANALYZE")
	if found(t, db, e.value) < 100 || found(t, db, e.user) == 0 {
		t.Fatal("nothing to be erased")
	}
	return e
}

// found counts the places of a text in the server's files and its log, apart from the
// files of other tests' databases.
func found(t *testing.T, db, text string) (n int) {
	t.Helper()
	exec(t, db, "CHECKPOINT")
	var own []string
	query(t, db, "SELECT oid::text FROM pg_database WHERE datname = current_database()", &own)
	base := filepath.Join(server.Data(), "base")
	err := filepath.WalkDir(server.Data(), func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case d.Name() == "pg_wal", filepath.Dir(path) == base && d.Name() != own[0]:
			return filepath.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		content, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		n += bytes.Count(content, []byte(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n + strings.Count(server.Log(t), text)
}
