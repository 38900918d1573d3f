// Command benchtable compares what `go test -bench` prints with the project's targets. It prints one
// line per target: what is measured, the target, the figure, and whether it is met.
//
// A figure is a ratio to a reference that was measured in the same run, so it
// depends little on the machine; or a count, which does not depend on it at
// all. With several runs a figure is the median of the runs' figures, each
// made of neighbours in time.
//
// With -complete it prints nothing but the targets that were not measured, and
// fails if there are any: for a run of one iteration, whose figures mean
// nothing. With -held it prints nothing but the targets that are missed by far,
// among those that need no quiet machine, and fails if there are any. What ran
// for less than a fiftieth of a second counts as not measured.
//
// With -page it also replaces the section "The last run" of that page by the targets that are
// missed, and writes the whole table to the file that -all names.
package main
