//go:build unix

package redisfaults_test

import (
	"testing"

	"github.com/seed92179c4c/stategen/runtime/redis/redistest"
	"github.com/seed92179c4c/stategen/test/soak/redisfaults"
	"github.com/seed92179c4c/stategen/test/soak/writers"
)

// TestOneReplica does everything to a cluster whose appends wait for the only replica: not
// one that was acknowledged is lost. Those that wait for none are lost with a failover,
// which shows that the faults are such.
func TestOneReplica(t *testing.T) {
	c := start(t, 1)
	all := run(t, c, "confirmed", 1, redisfaults.All...)
	if all.Lost > 0 {
		t.Errorf("%d of %d acknowledged events are lost", all.Lost, all.Acknowledged)
	}
	if none := run(t, c, "unconfirmed", 0, redisfaults.Stale); none.Lost == 0 {
		t.Error("the stale replica had everything")
	}
}

// TestOneOfTwoReplicas has the other replica elected: the promise is for a failover to
// those that confirmed.
func TestOneOfTwoReplicas(t *testing.T) {
	c := start(t, 2)
	if one := run(t, c, "one", 1, redisfaults.Stale); one.Lost == 0 {
		t.Error("the stale replica had everything")
	}
	if both := run(t, c, "both", 2, redisfaults.Stale); both.Lost > 0 {
		t.Errorf("%d of %d acknowledged events are lost", both.Lost, both.Acknowledged)
	}
}

func start(t *testing.T, replicas int) *redistest.Cluster {
	t.Helper()
	if testing.Short() {
		t.Skip("takes seconds")
	}
	c, err := redistest.StartCluster(3, replicas)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Stop)
	return c
}

// run returns what faults leave, of which nothing may be doubled or inconsistent.
func run(t *testing.T, c *redistest.Cluster, app string, replicas int, faults ...redisfaults.Fault) writers.Tally {
	t.Helper()
	tally, err := redisfaults.Run(t.Context(), c, app, replicas, 1, faults...)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %d acknowledged, %d lost, %d doubled, %d inconsistent", app, tally.Acknowledged, tally.Lost, tally.Doubled, tally.Inconsistent)
	if tally.Doubled+tally.Inconsistent > 0 {
		t.Errorf("%d doubled, %d inconsistent: %v", tally.Doubled, tally.Inconsistent, tally.Problems)
	}
	return tally
}
