//go:build unix

package redis

import (
	"fmt"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// TestManyUsers lists more users and sessions than one script reads.
func TestManyUsers(t *testing.T) {
	st := openStore(t, startServer(t).URL(), Prefix(newPrefix(t)), Replicas(0))
	svc := runtime.NewService(st)
	const users, writers = 2*longestPage + 50, 8
	var wait parallel.Group
	for w := range writers {
		wait.Go(func() {
			for i := w; i < users; i += writers {
				r := runtime.CreateRequest{AppName: "a", UserID: fmt.Sprintf("%05d", i), SessionID: "s", State: map[string]any{"user:n": i}}
				if _, err := svc.Create(t.Context(), r); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	names, err := st.Names(t.Context(), store.NamesQuery{AppName: "a", First: 10 * users})
	if err != nil || len(names) != users {
		t.Fatalf("%d names, error %v", len(names), err)
	}
	listed, err := st.List(t.Context(), store.ListQuery{AppName: "a", State: true})
	if err != nil || len(listed) != users {
		t.Fatalf("%d sessions, error %v", len(listed), err)
	}
	for i, l := range listed {
		n, _ := l.State[runtime.ScopeUser].Get("n")
		if want := fmt.Sprintf("%05d", i); names[i] != want || l.UserID != want || n != i {
			t.Fatalf("%d: user %s, session of %s with %v", i, names[i], l.UserID, n)
		}
	}
}

// TestManySessions erases more sessions of one user than a command takes, of which another
// process has begun to and died.
func TestManySessions(t *testing.T) {
	st := openStore(t, startServer(t).URL(), Prefix(newPrefix(t)), Replicas(0))
	svc := runtime.NewService(st)
	const sessions, writers = 2050, 8
	var wait parallel.Group
	for w := range writers {
		wait.Go(func() {
			for i := w; i < sessions; i += writers {
				r := runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: fmt.Sprint(i), State: map[string]any{"app:n": 1}}
				if _, err := svc.Create(t.Context(), r); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	k := st.keys("a")
	if _, err := st.write(t.Context(), eraseScript, k.tables(k.shared("u"), k.erased()), []string{"u"}); err != nil {
		t.Fatal(err)
	}
	if err := st.Erase(t.Context(), "a", "u"); err != nil {
		t.Fatal(err)
	}
	listed, err := st.List(t.Context(), store.ListQuery{AppName: "a"})
	if err != nil || len(listed) != 0 {
		t.Errorf("%d sessions, error %v", len(listed), err)
	}
	left, err := startServer(t).Do("KEYS", st.keys("a").tag+"*")
	if want := fmt.Sprint([]string{st.keys("a").appState(), st.keys("a").sessions()}); err != nil || sorted(left) != want {
		t.Errorf("keys %s, want %s, error %v", left, want, err)
	}
}

func sorted(answer any) string {
	list, _ := answer.([]any)
	var texts []string
	for _, text := range list {
		texts = append(texts, fmt.Sprint(text))
	}
	slices.Sort(texts)
	return fmt.Sprint(texts)
}
