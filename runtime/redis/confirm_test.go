//go:build unix

package redis

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
)

// ofApp returns the primary of an app's keys, and its replica.
func ofApp(t *testing.T, c *redistest.Cluster, st *database, app string) (primary, replica *redistest.Node) {
	t.Helper()
	return ofKey(t, c, st.keys(app).sessions())
}

func ofKey(t *testing.T, c *redistest.Cluster, key string) (primary, replica *redistest.Node) {
	t.Helper()
	slot, err := c.Slot(key)
	if err != nil {
		t.Fatal(err)
	}
	if primary, err = c.AwaitPrimary(slot); err != nil {
		t.Fatal(err)
	}
	replicas, err := c.Replicas(primary)
	if err != nil || len(replicas) != 1 {
		t.Fatalf("replicas %v, error %v", replicas, err)
	}
	return primary, replicas[0]
}

// TestUnreplicated appends, and reads, while the replica doesn't answer.
func TestUnreplicated(t *testing.T) {
	if testing.Short() {
		t.Skip("starts six servers")
	}
	c := startCluster(t)
	prefix := Prefix(newPrefix(t))
	st := openStore(t, c.URL(), prefix, Wait(300*time.Millisecond))
	svc, safe := runtime.NewService(st), openService(t, c.URL(), prefix, Wait(300*time.Millisecond), SafeReads())
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	read := func(svc *runtime.Service) (any, error) {
		s, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s"})
		if err != nil {
			return nil, err
		}
		n, _ := s.State().Get("n")
		return n, nil
	}
	primary, replica := ofApp(t, c, st, "a")
	if err := replica.Pause(); err != nil {
		t.Fatal(err)
	}
	event := &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{"n": sum(1)}}}
	for _, what := range []string{"the append", "the same append again"} {
		if err := svc.AppendEvent(t.Context(), s, event); !errors.Is(err, ErrUnreplicated) || !strings.Contains(err.Error(), primary.Addr()) {
			t.Errorf("%s: error %v", what, err)
		}
	}
	if n, err := read(svc); n != 1 || err != nil {
		t.Errorf("a read shows %v, error %v", n, err)
	}
	if _, err := read(safe); !errors.Is(err, ErrUnreplicated) {
		t.Errorf("a safe read: error %v", err)
	}
	if err := replica.Resume(); err != nil {
		t.Fatal(err)
	}
	if err := c.Await(); err != nil {
		t.Fatal(err)
	}
	if err := svc.AppendEvent(t.Context(), s, event); err != nil {
		t.Error(err)
	}
	if n, err := read(safe); n != 1 || err != nil {
		t.Errorf("a safe read shows %v, error %v", n, err)
	}
}

// TestOneRoundTrip counts the commands that appends cost the server.
func TestOneRoundTrip(t *testing.T) {
	if testing.Short() {
		t.Skip("starts six servers")
	}
	c := startCluster(t)
	st := openStore(t, c.URL(), Prefix(newPrefix(t)))
	svc := runtime.NewService(st)
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	primary, _ := ofApp(t, c, st, "a")
	add := func() {
		delta := runtime.Delta{"n": sum(1), "user:l": union("x"), "app:m": greatest(2), "a": 1, "gone": nil}
		if _, err := svc.AppendResolved(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: delta}}); err != nil {
			t.Fatal(err)
		}
	}
	add() // so that the server knows the script
	do(t, primary, "CONFIG", "RESETSTAT")
	const appends = 20
	for range appends {
		add()
	}
	stats, _ := do(t, primary, "INFO", "commandstats").(string)
	for command, want := range map[string]string{"evalsha": "calls=20,", "wait": "calls=20,", "eval": "", "get": "", "evalsha_ro": ""} {
		_, line, _ := strings.Cut(stats, "cmdstat_"+command+":")
		if got := line[:min(len(want), len(line))]; want == "" && line != "" || got != want {
			t.Errorf("%s: %s", command, line[:min(60, len(line))])
		}
	}
}
