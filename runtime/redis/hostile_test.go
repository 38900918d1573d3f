//go:build unix

package redis

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/internal/parallel"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
)

func create(t *testing.T, svc *runtime.Service, state map[string]any) *runtime.Session {
	t.Helper()
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: state})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func get(t *testing.T, svc *runtime.Service) *runtime.Session {
	t.Helper()
	s, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sumEvent(id string) *runtime.Event {
	return &runtime.Event{ID: id, Actions: runtime.Actions{StateDelta: runtime.Delta{"n": runtime.Op{Kind: runtime.OpSum, Operand: 1}}}}
}

// TestManyKeysAtOnce: no number of keys, items or sessions is too much for a script.
func TestManyKeysAtOnce(t *testing.T) {
	svc := openService(t, startServer(t).URL(), Prefix(newPrefix(t)), Replicas(0))
	const many = 12_000
	state, list := map[string]any{}, []any{}
	for i := range many {
		state[fmt.Sprint("k", i)], state[fmt.Sprint("user:k", i)] = i, i
		list = append(list, i)
	}
	s := create(t, svc, state)
	delta := runtime.Delta{"list": runtime.Op{Kind: runtime.OpAppend, Operand: list}, "user:set": runtime.Op{Kind: runtime.OpUnion, Operand: list}}
	for i := range many {
		delta[fmt.Sprint("k", i)] = runtime.Op{Kind: runtime.OpSum, Operand: 1}
		delta[fmt.Sprint("user:k", i)] = nil
	}
	for range 2 {
		if err := svc.AppendEvent(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: delta}}); err != nil {
			t.Fatal(err)
		}
	}
	err := runtime.Update(t.Context(), svc, s, &runtime.Event{}, func(st runtime.State) error {
		n := 0
		for range st.All() {
			n++
		}
		return st.Set("keys", n)
	})
	if err != nil {
		t.Fatal(err)
	}
	now := get(t, svc)
	for key, want := range map[string]any{"k11999": 12001, "keys": many + 2} {
		if got, _ := now.State().Get(key); got != want {
			t.Errorf("%s is %v, want %v", key, got, want)
		}
	}
	set, _ := now.State().Get("user:set")
	all, _ := now.State().Get("list")
	if len(set.([]any)) != many || len(all.([]any)) != 2*many {
		t.Errorf("%d in the set, %d in the list", len(set.([]any)), len(all.([]any)))
	}
	for i := range 300 {
		if _, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := svc.DeleteUser(t.Context(), runtime.DeleteUserRequest{AppName: "a", UserID: "u"}); err != nil {
		t.Fatal(err)
	}
	if list, err := svc.List(t.Context(), runtime.ListRequest{AppName: "a"}); err != nil || len(list) > 0 {
		t.Errorf("%d sessions are left, error %v", len(list), err)
	}
}

// TestForgottenScripts has a server forget all scripts while many write.
func TestForgottenScripts(t *testing.T) {
	s := startServer(t)
	svc := openService(t, s.URL(), Prefix(newPrefix(t)), Replicas(0))
	session := create(t, svc, nil)
	const writers, events = 4, 50
	var writing parallel.Group
	for w := range writers {
		writing.Go(func() {
			for i := range events {
				if i%10 == w {
					if _, err := s.Do("SCRIPT", "FLUSH"); err != nil {
						t.Error(err)
					}
				}
				if err := svc.AppendEvent(t.Context(), session, sumEvent(fmt.Sprint(w, "-", i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writing.Wait()
	if n, _ := get(t, svc).State().Get("n"); n != writers*events {
		t.Errorf("the counter is %v", n)
	}
}

// TestSentinel kills the primary under sentinels. What was acknowledged is there, and
// counts once.
func TestSentinel(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	servers, err := redistest.StartSentinel(1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(servers.Stop)
	svc := openService(t, servers.URL(), Retry(time.Minute))
	session := create(t, svc, nil)
	for i := range 20 {
		if err := svc.AppendEvent(t.Context(), session, sumEvent(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Open(t.Context(), "redis://"+servers.Data[1].Addr(), Replicas(0)); err == nil || !strings.Contains(err.Error(), "is a replica") {
		t.Errorf("of the replica alone: error %v", err)
	}
	if n, _ := get(t, openService(t, "redis://"+servers.Data[1].Addr(), ReadOnly())).State().Get("n"); n != 20 {
		t.Errorf("the replica, opened for reading, has %v", n)
	}
	primary, err := servers.Primary()
	if err != nil {
		t.Fatal(err)
	}
	primary.Kill()
	if n, _ := get(t, svc).State().Get("n"); n != 20 { // waits for the failover
		t.Errorf("after the failover the counter is %v", n)
	}
	if err := primary.Restart(); err != nil {
		t.Fatal(err)
	}
	if err := servers.Await(); err != nil {
		t.Fatal(err)
	}
	for i := range 25 {
		if err := svc.AppendEvent(t.Context(), session, sumEvent(fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	if n, _ := get(t, svc).State().Get("n"); n != 25 || session.Events().Len() != 25 {
		t.Errorf("the counter is %v after %d events", n, session.Events().Len())
	}
	openWithPassword(t, servers)
}

// openWithPassword asks sentinels that want a password for the primary, which wants none.
func openWithPassword(t *testing.T, servers *redistest.Sentinel) {
	t.Helper()
	for _, node := range servers.Sentinels {
		do(t, node, "ACL", "SETUSER", "asks", "on", ">s+/e@cret", "allchannels", "+@all")
		do(t, node, "ACL", "SETUSER", "default", "nocommands")
	}
	if _, err := Open(t.Context(), servers.URL(), Retry(0)); err == nil {
		t.Error("sentinels answer without a password")
	}
	openStore(t, servers.URL()+"&sentinel_username=asks&sentinel_password=s%2B%2Fe%40cret")
}

// TestClusterDown: calls are tried for as long as Retry says, and end with their context.
func TestClusterDown(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	c, err := redistest.StartCluster(3, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	brief := openService(t, c.URL(), Replicas(0), Retry(50*time.Millisecond))
	patient := openService(t, c.URL(), Replicas(0), Retry(time.Minute))
	session := create(t, brief, nil)
	slot, err := c.Slot("{stategen:a}")
	if err != nil {
		t.Fatal(err)
	}
	primary, err := c.Primary(slot)
	if err != nil {
		t.Fatal(err)
	}
	primary.Kill()
	if err := brief.AppendEvent(t.Context(), session, sumEvent("1")); err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without its server: error %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := patient.AppendEvent(ctx, session, sumEvent("1")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("with a context that ends: error %v", err)
	}
	if err := primary.Restart(); err != nil {
		t.Fatal(err)
	}
	if err := patient.AppendEvent(t.Context(), session, sumEvent("1")); err != nil {
		t.Error(err)
	}
	if n, _ := get(t, patient).State().Get("n"); n != 1 {
		t.Errorf("the counter is %v", n)
	}
}
