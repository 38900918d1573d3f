//go:build unix

package redistest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
)

func TestAServerSurvivesAKill(t *testing.T) {
	s, err := redistest.StartServer("maxmemory 100mb")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	do(t, s.Node, "SET", "k", "v\r\n\x00")
	s.Kill()
	if err := s.Restart(); err != nil {
		t.Fatal(err)
	}
	if got := do(t, s.Node, "GET", "k"); got != "v\r\n\x00" {
		t.Errorf("the value is %q", got)
	}
	if got := do(t, s.Node, "CONFIG", "GET", "maxmemory"); fmt.Sprint(got) != "[maxmemory 104857600]" {
		t.Errorf("the setting is %v", got)
	}
	if _, err := s.Do("NO", "SUCH"); err == nil {
		t.Error("an unknown command succeeds")
	}
}

func TestSentinelsReplaceAKilledPrimary(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	s, err := redistest.StartSentinel(1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	primary, err := s.Primary()
	if err != nil {
		t.Fatal(err)
	}
	write(t, primary)
	primary.Kill()
	next, err := s.AwaitPrimary()
	if err != nil || next == primary {
		t.Fatalf("the next primary is %v, error %v", next, err)
	}
	if got := do(t, next, "GET", "k"); got != "v" {
		t.Errorf("the value is %q", got)
	}
	if err := primary.Restart(); err != nil {
		t.Fatal(err)
	}
	if err := s.Await(); err != nil {
		t.Fatal(err)
	}
}

func TestACluster(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	c, err := redistest.StartCluster(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	slot, err := c.Slot("k")
	if err != nil {
		t.Fatal(err)
	}
	first := primaryOf(t, c, slot)
	write(t, first)

	first.Kill()
	second := awaitPrimary(t, c, slot)
	if second == first {
		t.Fatal("nothing has replaced the primary")
	}
	if err := first.Restart(); err != nil {
		t.Fatal(err)
	}
	awaitHealth(t, c)

	if err := second.Pause(); err != nil {
		t.Fatal(err)
	}
	if now := awaitPrimary(t, c, slot); now != first {
		t.Fatalf("the primary is %s", now.Addr())
	}
	if err := second.Resume(); err != nil {
		t.Fatal(err)
	}
	awaitHealth(t, c)

	other := c.Nodes[0]
	if other == first {
		other = c.Nodes[1]
	}
	if err := c.MoveSlot(slot, other); err != nil {
		t.Fatal(err)
	}
	awaitHealth(t, c)
	if now := primaryOf(t, c, slot); now != other {
		t.Fatalf("the primary is %s", now.Addr())
	}
	if got := do(t, other, "GET", "k"); got != "v" {
		t.Errorf("the value is %q", got)
	}
	if list, err := c.Replicas(other); err != nil || len(list) != 1 {
		t.Errorf("the replicas are %v, error %v", list, err)
	}
}

// write writes the key that the tests look for, and returns when a replica has it.
func write(t *testing.T, n *redistest.Node) {
	t.Helper()
	do(t, n, "SET", "k", "v")
	err := redistest.Await("a replica that has it", func() error {
		info, err := n.Info("replication")
		if err == nil && !strings.Contains(info["slave0"], "offset="+info["master_repl_offset"]+",") {
			err = fmt.Errorf("the replica is %s", info["slave0"])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func do(t *testing.T, n *redistest.Node, args ...string) any {
	t.Helper()
	value, err := n.Do(args...)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func primaryOf(t *testing.T, c *redistest.Cluster, slot int) *redistest.Node {
	t.Helper()
	node, err := c.Primary(slot)
	if err != nil {
		t.Fatal(err)
	}
	return node
}

func awaitPrimary(t *testing.T, c *redistest.Cluster, slot int) *redistest.Node {
	t.Helper()
	node, err := c.AwaitPrimary(slot)
	if err != nil {
		t.Fatal(err)
	}
	return node
}

func awaitHealth(t *testing.T, c *redistest.Cluster) {
	t.Helper()
	if err := c.Await(); err != nil {
		t.Fatal(err)
	}
}
