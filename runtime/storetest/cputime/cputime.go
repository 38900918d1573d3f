// Package cputime lets benchmarks report the processor time that they take.
// Unlike the time that passes, it hardly depends on what else the machine does.
package cputime

import "testing"

// Report begins to measure, and returns what ends it and reports the process's
// time per operation as cpu-ns/op, garbage collection included:
//
//	defer cputime.Report(b)()
//	for b.Loop() {
//
// Nothing may stand between the two. Where the system doesn't tell, nothing is
// reported.
func Report(b *testing.B) func() {
	start, ok := Used()
	return func() {
		if end, _ := Used(); ok {
			b.ReportMetric(float64(end-start)/float64(b.N), "cpu-ns/op")
		}
	}
}

// ReportAll is Report with the programs that the process starts and that end meanwhile, such
// as the go command: their time and its own are total-cpu-ns/op.
func ReportAll(b *testing.B) func() {
	start, ok := usedByAll()
	return func() {
		if end, _ := usedByAll(); ok {
			b.ReportMetric(float64(end-start)/float64(b.N), "total-cpu-ns/op")
		}
	}
}
