//go:build unix

package sessiondb_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/internal/sessiondb"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

// importTo in the environment makes this program import its standard input there.
const importTo = "STATEGEN_TEST_IMPORT_TO"

func importInput(dsn string) error {
	st, err := sessiondb.Store(context.Background(), dsn)
	if err != nil {
		return err
	}
	_, err = transfer.Import(context.Background(), st, os.Stdin, transfer.ImportOptions{Progress: func(transfer.Report) { fmt.Print(".") }})
	return err
}

// sharing fills a service with users whose sessions take turns in state that they
// share, and returns what it came to, as lines.
func sharing(t testing.TB, st store.Store, users int) string {
	t.Helper()
	svc := runtime.NewService(st)
	sum := runtime.Op{Kind: runtime.OpSum, Operand: 1}
	at := time.UnixMicro(1e15)
	for u := range users {
		var sessions []*runtime.Session
		for i := range 3 {
			s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "app", UserID: fmt.Sprintf("u%d", u), SessionID: fmt.Sprint(i),
				Timestamp: at, State: map[string]any{"begun": true, "user:lang": "de"}})
			if err != nil {
				t.Fatal(err)
			}
			sessions = append(sessions, s)
		}
		for i := range 9 {
			e := &runtime.Event{ID: fmt.Sprint(i), Author: "a", Timestamp: at, Content: runtime.NewText("user", strings.Repeat("hi ", i)),
				Actions: runtime.Actions{StateDelta: runtime.Delta{"user:n": sum, "app:n": sum, "n": sum, "begun": nil,
					"l": runtime.Op{Kind: runtime.OpAppend, Operand: []any{i, 1.0, "é"}}}}}
			if i == 4 {
				e.Host = runtime.HostData("{\n\"nul\": \"\\u0000\", \"big\":12345678901234567890123}")
			}
			if _, err := svc.AppendResolved(t.Context(), sessions[i%3], e); err != nil {
				t.Fatal(err)
			}
		}
	}
	h, err := svc.Shared(t.Context(), runtime.SharedRequest{AppName: "app", UserID: "u0"})
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.AppendEvent(t.Context(), h, &runtime.Event{ID: "x", Timestamp: at, Actions: runtime.Actions{StateDelta: runtime.Delta{"user:n": sum}}}); err != nil {
		t.Fatal(err)
	}
	return linesOf(t, st)
}

func linesOf(t testing.TB, st store.Store) string {
	t.Helper()
	var out bytes.Buffer
	if err := transfer.Export(t.Context(), st, &out, transfer.Select{}, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// snapshot returns what the database exports as of one moment.
func snapshot(t testing.TB, dsn string, only transfer.Select) string {
	t.Helper()
	db, err := sessiondb.Open(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var out bytes.Buffer
	if err := db.Export(t.Context(), &out, only, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var targets = map[string]func(t testing.TB) string{
	"sqlite":   func(t testing.TB) string { return filepath.Join(t.TempDir(), "s.db") },
	"postgres": func(t testing.TB) string { return server.NewDatabase(t) },
}

func openStore(t testing.TB, dsn string) store.Store {
	t.Helper()
	st, err := sessiondb.Store(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	return st
}

// TestTransfer moves sessions from memory to each database and back. What the store
// exports and what its database exports as of one moment is the same, byte for byte.
func TestTransfer(t *testing.T) {
	source := memory.NewStore()
	text := sharing(t, source, 5)
	for name, target := range targets {
		t.Run(name, func(t *testing.T) {
			dsn := target(t)
			st := openStore(t, dsn)
			for range 2 {
				if _, err := transfer.Import(t.Context(), st, strings.NewReader(text), transfer.ImportOptions{}); err != nil {
					t.Fatal(err)
				}
				if got := linesOf(t, st); got != text {
					t.Fatalf("the store has\n%s\nwant\n%s", got, text)
				}
			}
			if got := snapshot(t, dsn, transfer.Select{}); got != text {
				t.Errorf("the database has\n%s\nwant\n%s", got, text)
			}
			only := transfer.Select{App: "app", User: "u1"}
			var want bytes.Buffer
			if err := transfer.Export(t.Context(), source, &want, only, nil); err != nil {
				t.Fatal(err)
			}
			if got := snapshot(t, dsn, only); got != want.String() {
				t.Errorf("of one user the database has\n%s\nwant\n%s", got, want.String())
			}
			replaysToState(t, st)
		})
	}
}

// TestImportAgain imports what a database exports into one that has it, where both went on:
// a session that a program has used stays, one that only the source has used goes on, and of
// all others nothing is written.
func TestImportAgain(t *testing.T) {
	all := maps.Clone(targets)
	all["redis"] = ownRedis
	for name, target := range all {
		t.Run(name, func(t *testing.T) {
			from, to := target(t), target(t)
			source, st := openStore(t, from), openStore(t, to)
			sharing(t, source, 2)
			again := func(want transfer.Report, wantErr error) {
				t.Helper()
				r, err := transfer.Import(t.Context(), st, strings.NewReader(snapshot(t, from, transfer.Select{})), transfer.ImportOptions{})
				if r != want || !errors.Is(err, wantErr) {
					t.Errorf("got %+v, %v, want %+v, %v", r, err, want, wantErr)
				}
			}
			again(transfer.Report{Sessions: 6, Shared: 3, Events: 26, Written: 28}, nil) // two of what is shared without a history
			again(transfer.Report{Sessions: 6, Shared: 3, Events: 26}, nil)
			goOn(t, source, "0", "1")
			goOn(t, st, "0")
			used, unused := transfer.Select{App: "app", User: "u0"}, transfer.Select{App: "app", User: "u1", Session: "1"}
			before := snapshot(t, to, used)
			again(transfer.Report{Sessions: 5, Shared: 3, Events: 23, Written: 1, Problems: 1}, transfer.ErrInUse)
			again(transfer.Report{Sessions: 5, Shared: 3, Events: 23, Problems: 1}, transfer.ErrInUse)
			if got := snapshot(t, to, used); got != before {
				t.Errorf("the import changed what is in use to\n%s\nwant\n%s", got, before)
			}
			if got, want := snapshot(t, to, unused), snapshot(t, from, unused); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestImportAgainOnlyReads imports what is there by transactions that can't write.
func TestImportAgainOnlyReads(t *testing.T) {
	dsn := targets["postgres"](t)
	text := sharing(t, openStore(t, dsn), 2)
	st := openStore(t, dsn+" default_transaction_read_only=on")
	r, err := transfer.Import(t.Context(), st, strings.NewReader(text), transfer.ImportOptions{})
	if want := (transfer.Report{Sessions: 6, Shared: 1, Events: 26, Problems: 2}); r != want || !errors.Is(err, transfer.ErrInUse) {
		t.Errorf("got %+v, %v, want %+v", r, err, want) // the state without a history was no import's
	}
}

// goOn appends to sessions, each the one of the user with the same number.
func goOn(t testing.TB, st store.Store, numbers ...string) {
	t.Helper()
	svc := runtime.NewService(st)
	for _, n := range numbers {
		s, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "u" + n, SessionID: n})
		if err == nil {
			err = svc.AppendEvent(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"n": runtime.Op{Kind: runtime.OpSum, Operand: 1}}}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// replaysToState compares each session's state with the replay of its events.
func replaysToState(t testing.TB, st store.Store) {
	t.Helper()
	if _, err := transfer.Import(t.Context(), nil, strings.NewReader(linesOf(t, st)), transfer.ImportOptions{}); err != nil {
		t.Error(err)
	}
}

// TestSnapshotWhileWritten exports while others write: user:n is the sum of the n of the
// user's sessions in every event, and so it must be in what is exported.
func TestSnapshotWhileWritten(t *testing.T) {
	for name, target := range targets {
		t.Run(name, func(t *testing.T) {
			dsn := target(t)
			st := openStore(t, dsn)
			sharing(t, st, 2)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				svc := runtime.NewService(st)
				for i := 0; ctx.Err() == nil; i++ {
					s, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "app", UserID: "u1", SessionID: fmt.Sprint(i % 3), NumRecentEvents: -1})
					if err == nil {
						sum := runtime.Op{Kind: runtime.OpSum, Operand: 1}
						err = svc.AppendEvent(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"user:n": sum, "n": sum}}})
					}
					if err != nil {
						t.Error(err)
						return
					}
				}
			}()
			for range 5 {
				text := snapshot(t, dsn, transfer.Select{App: "app", User: "u1"})
				copied := memory.NewStore()
				if _, err := transfer.Import(t.Context(), copied, strings.NewReader(text), transfer.ImportOptions{}); err != nil {
					t.Fatal(err)
				}
				svc, sum := runtime.NewService(copied), 0
				for s, err := range svc.Sessions(t.Context(), runtime.ListRequest{AppName: "app"}) {
					if err != nil {
						t.Fatal(err)
					}
					n, _ := s.State().Get("n")
					sum += n.(int)
				}
				h, err := svc.Shared(t.Context(), runtime.SharedRequest{AppName: "app", UserID: "u1"})
				if err != nil {
					t.Fatal(err)
				}
				if n, err := h.State().Get("user:n"); err != nil || n != sum {
					t.Errorf("user:n is %v (%v), the sessions' sum is %d", n, err, sum)
				}
			}
			stop()
			<-ended
		})
	}
}

// TestKilledImport kills imports with SIGKILL at random points, and runs them again.
// STATEGEN_KILLS says at how many.
func TestKilledImport(t *testing.T) {
	if testing.Short() {
		t.Skip("imports again and again, and is killed each time")
	}
	text := sharing(t, memory.NewStore(), 12)
	for name, target := range targets {
		t.Run(name, func(t *testing.T) {
			points := 10
			if n, err := strconv.Atoi(os.Getenv("STATEGEN_KILLS")); err == nil {
				points = n
			}
			for range points {
				dsn := target(t)
				at := rand.IntN(strings.Count(text, `"end"`) - 1)
				killAfter(t, dsn, text, at)
				st := openStore(t, dsn)
				if _, err := transfer.Import(t.Context(), st, strings.NewReader(text), transfer.ImportOptions{}); err != nil {
					t.Fatalf("killed after %d sessions, and run again: %v", at, err)
				}
				if got := linesOf(t, st); got != text {
					t.Fatalf("killed after %d sessions, and run again:\n%s\nwant\n%s", at, got, text)
				}
				replaysToState(t, st)
				if err := st.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// killAfter has another process import the text, and kills it when it has imported so
// many sessions, while it is at work on others.
func killAfter(t *testing.T, dsn, text string, sessions int) {
	t.Helper()
	cmd := osexec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), importTo+"="+dsn)
	cmd.Stdin = strings.NewReader(text)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, sessions+1)); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it may have ended just before
}
