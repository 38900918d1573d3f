package cputime

import (
	"testing"
	"time"
)

// ReportWith is Report for a benchmark whose work another process shares, such as a
// database server with a process for each connection. It also reports what that
// process and its children took as server-cpu-ns/op, and both together as
// total-cpu-ns/op. The system counts theirs in hundredths of a second, so the
// benchmark should run for a second or more.
func ReportWith(b *testing.B, pid int) func() {
	start, ok := usedByTree(pid)
	own, ownOK := used()
	return func() {
		ownEnd, _ := used()
		end, _ := usedByTree(pid)
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
