package cputime

import (
	"testing"
	"time"
)

// ReportWith is Report for a benchmark whose work another process shares, such as a
// database server with a process for each connection, or several, such as a server and
// its replica. It also reports what those processes and their children took as server-cpu-ns/op, and both together as
// total-cpu-ns/op. The system counts theirs in hundredths of a second, so the
// benchmark should run for a second or more.
func ReportWith(b *testing.B, pids ...int) func() {
	start, ok := usedByTrees(pids)
	own, ownOK := Used()
	return func() {
		ownEnd, _ := Used()
		end, _ := usedByTrees(pids)
		perOp := func(d time.Duration) float64 { return float64(d) / float64(b.N) }
		if ownOK {
			b.ReportMetric(perOp(ownEnd-own), "cpu-ns/op")
		}
		if ok && ownOK {
			b.ReportMetric(perOp(end-start), "server-cpu-ns/op")
			b.ReportMetric(perOp(ownEnd-own+end-start), "total-cpu-ns/op")
		}
	}
}

func usedByTrees(pids []int) (all time.Duration, ok bool) {
	for _, pid := range pids {
		d, known := usedByTree(pid)
		if !known {
			return 0, false
		}
		all += d
	}
	return all, true
}
