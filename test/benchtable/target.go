package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// target is one line of the table.
type target struct {
	work string // what is measured, in a few words

	bench string // its benchmark
	unit  string // the figure's unit; empty: ns/op

	// reference is the benchmark that the figure is a ratio to, and beside
	// says what that one does. Without it the figure is bench's own.
	reference string
	beside    string

	// One of the two is set: the largest figure allowed, or, for what is to
	// be faster than its reference, how many times as fast it is at least.
	atMost  float64
	atLeast float64
}

// figure is a target's result: the median over the runs, and its extremes.
type figure struct {
	median, low, high float64
	runs              int // 0: not measured
}

func (t target) figure(m measured) figure {
	figures := slices.Clone(m[t.bench][t.measure()])
	if t.reference != "" {
		figures = t.ratios(figures, m[t.reference][t.measure()])
	}
	if len(figures) == 0 {
		return figure{}
	}
	slices.Sort(figures)
	return figure{median: median(figures), low: figures[0], high: figures[len(figures)-1], runs: len(figures)}
}

func (t target) measure() string { return cmp.Or(t.unit, "ns/op") }

// ratios pairs the runs of both, as far as both were run.
func (t target) ratios(own, reference []float64) []float64 {
	var ratios []float64
	for i := range min(len(own), len(reference)) {
		if t.atLeast > 0 {
			ratios = append(ratios, reference[i]/own[i])
		} else {
			ratios = append(ratios, own[i]/reference[i])
		}
	}
	return ratios
}

func median(sorted []float64) float64 {
	half := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[half]
	}
	return (sorted[half-1] + sorted[half]) / 2
}

// What is said of a figure.
const (
	met         = "met"
	notMet      = "not met"
	notMeasured = "not measured"
)

func (t target) verdict(f figure) string {
	switch {
	case f.runs == 0:
		return notMeasured
	case t.atLeast > 0 && f.median >= t.atLeast, t.atLeast == 0 && f.median <= t.atMost:
		return met
	default:
		return notMet
	}
}

// quiet reports whether the figure hardly depends on what else the machine does: counts, and
// processor time beside that of a reference.
func (t target) quiet() bool {
	switch t.measure() {
	case cpu:
		return t.reference != ""
	case "allocs/op", "trips/op", "peak-MiB":
		return true
	default:
		return false
	}
}

// farOff is how many times a ratio may miss its target in a short run on a busy machine. Counts
// may not.
const farOff = 2

func (t target) loose() target {
	if t.reference != "" {
		t.atMost, t.atLeast = t.atMost*farOff, t.atLeast/farOff
	}
	return t
}

// want is the target in words.
func (t target) want() string {
	switch {
	case t.atLeast > 0:
		return fmt.Sprintf("≥ %s × as fast as %s", number(t.atLeast), t.beside)
	case t.reference != "":
		return fmt.Sprintf("≤ %s × %s", number(t.atMost), t.beside)
	default:
		return fmt.Sprintf("≤ %s %s", number(t.atMost), t.measure())
	}
}

// number prints three digits, more only before the point.
func number(x float64) string {
	if x >= 100 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}
