//go:build unix

package redis

import (
	"fmt"
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
