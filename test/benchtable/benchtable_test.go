package main

import (
	"strings"
	"testing"
	"time"
)

const output = `goos: linux
pkg: example.com/m/check
BenchmarkText/ours-2     	    7454	     20.00 ns/op	7070.87 MB/s	       0 B/op	       3 allocs/op
BenchmarkText/reference-2	  100000	     10.00 ns/op
BenchmarkText/ours-2     	    7454	     90.00 ns/op	       0 B/op	       3 allocs/op
BenchmarkText/reference-2	  100000	     30.00 ns/op
BenchmarkText/ours-2     	    7454	     10.00 ns/op	       0 B/op	       4 allocs/op
BenchmarkText/reference-2	  100000	     40.00 ns/op
--- BENCH: BenchmarkText/ours-2
    x_test.go:1: BenchmarkText 1 what a benchmark logs is no result
BenchmarkLogs something else entirely
PASS
ok  	example.com/m/check	2.801s
pkg: example.com/m
BenchmarkText/ours	1	7 p99-ns
`

var someTargets = []target{
	{work: "at most", bench: "check.Text/ours", reference: "check.Text/reference", beside: "by hand", atMost: 2},
	{work: "at most, missed", bench: "check.Text/ours", reference: "check.Text/reference", beside: "by hand", atMost: 1.99},
	{work: "at least", bench: "check.Text/ours", reference: "check.Text/reference", beside: "by hand", atLeast: 0.5},
	{work: "at least, missed", bench: "check.Text/ours", reference: "check.Text/reference", beside: "by hand", atLeast: 0.6},
	{work: "count", bench: "check.Text/ours", unit: "allocs/op", atMost: 3},
	{work: "count, missed", bench: "check.Text/ours", unit: "allocs/op", atMost: 0},
	{work: "metric of the root", bench: ".Text/ours", unit: "p99-ns", atMost: 1000},
	{work: "no benchmark", bench: "check.Gone/ours", unit: "allocs/op", atMost: 3},
	{work: "no reference", bench: "check.Text/ours", reference: "check.Gone/reference", beside: "by hand", atMost: 3},
	{work: "no such unit", bench: ".Text/ours", atMost: 3},
}

const wantTable = `
| work               | target                     | figure | runs from – to |              |
|--------------------|----------------------------|--------|----------------|--------------|
| at most            | ≤ 2 × by hand              | 2      | 0.25 – 3       | met          |
| at most, missed    | ≤ 1.99 × by hand           | 2      | 0.25 – 3       | not met      |
| at least           | ≥ 0.5 × as fast as by hand | 0.5    | 0.333 – 4      | met          |
| at least, missed   | ≥ 0.6 × as fast as by hand | 0.5    | 0.333 – 4      | not met      |
| count              | ≤ 3 allocs/op              | 3      | 3 – 4          | met          |
| count, missed      | ≤ 0 allocs/op              | 3      | 3 – 4          | not met      |
| metric of the root | ≤ 1000 p99-ns              | 7      |                | met          |
| no benchmark       | ≤ 3 allocs/op              |        |                | not measured |
| no reference       | ≤ 3 × by hand              |        |                | not measured |
| no such unit       | ≤ 3 ns/op                  |        |                | not measured |

4 met, 3 not met, 3 not measured
`

func TestTable(t *testing.T) {
	m, err := parse(strings.NewReader(output), "example.com/m", 0)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	if err := writeTable(&got, someTargets, m); err != nil {
		t.Fatal(err)
	}
	if got.String() != strings.TrimPrefix(wantTable, "\n") {
		t.Errorf("got:\n%s\nwant:%s", got.String(), wantTable)
	}
}

func TestMissed(t *testing.T) {
	m := measured{"check.X/ours": {cpu: {3.006}}, "check.X/reference": {cpu: {2}}}
	x := target{work: "x", bench: "check.X/ours", unit: cpu, reference: "check.X/reference", beside: "by hand", atMost: 1.5}
	y := x
	y.work, y.atMost = "y", 2
	var got strings.Builder
	if err := writeMissed(&got, []target{x, y}, m); err != nil {
		t.Fatal(err)
	}
	const want = `
| work | target          | figure | runs from – to |
|------|-----------------|--------|----------------|
| x    | ≤ 1.5 × by hand | 1.503  |                |

1 met, 1 not met, 0 not measured
`
	if got.String() != strings.TrimPrefix(want, "\n") {
		t.Errorf("got:\n%s\nwant:%s", got.String(), want)
	}
}

func TestComplete(t *testing.T) {
	m, err := parse(strings.NewReader(output), "example.com/m", 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := checkComplete(someTargets[:7], m); err != nil {
		t.Error(err)
	}
	want := `not measured: no benchmark (check.Gone/ours)
not measured: no reference (check.Text/ours, check.Gone/reference)
not measured: no such unit (.Text/ours)`
	if err := checkComplete(someTargets, m); err == nil || err.Error() != want {
		t.Errorf("got:\n%v\nwant:\n%s", err, want)
	}
}

const heldOutput = `pkg: example.com/m/check
BenchmarkX/ours-2     	10	 9 ns/op	 40 cpu-ns/op	 3 allocs/op
BenchmarkX/ours-2     	1	 89 ns/op	 4000 cpu-ns/op	 300 allocs/op
BenchmarkX/reference-2	90	 1 ns/op	 10 cpu-ns/op
`

// TestHeld holds that a short run fails where it would on any machine, and only there.
func TestHeld(t *testing.T) {
	m, err := parse(strings.NewReader(heldOutput), "example.com/m", 90*time.Nanosecond)
	if err != nil {
		t.Fatal(err)
	}
	const ours, reference = "check.X/ours", "check.X/reference"
	for _, c := range []struct {
		target
		far bool
	}{
		{target{bench: ours, reference: reference, unit: cpu, atMost: 2}, false},
		{target{bench: ours, reference: reference, unit: cpu, atMost: 1.99}, true},
		{target{bench: ours, reference: reference, unit: cpu, atLeast: 0.5}, false},
		{target{bench: ours, reference: reference, unit: cpu, atLeast: 0.51}, true},
		{target{bench: ours, unit: "allocs/op", atMost: 3}, false},
		{target{bench: ours, unit: "allocs/op", atMost: 2}, true},
		{target{bench: ours, reference: reference, atMost: 1}, false}, // time that passes
		{target{bench: ours, unit: cpu, atMost: 1}, false},            // time on this machine
		{target{bench: "check.Y", reference: reference, unit: cpu, atMost: 1}, false},
	} {
		if err := checkHeld([]target{c.target}, m); (err != nil) != c.far {
			t.Errorf("%+v: %v", c.target, err)
		}
	}
	missed := target{work: "x", bench: ours, reference: reference, beside: "by hand", unit: cpu, atMost: 1.5}
	const want = "x: 4, where the target is ≤ 1.5 × by hand (check.X/ours)"
	if err := checkHeld([]target{missed}, m); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestReplaceLastRun(t *testing.T) {
	for page, want := range map[string]string{
		"# P\n\n## The last run\n\nold\n\n## Why\n": "# P\n\n## The last run\n\nnew\n\n## Why\n",
		"# P\n\n## The last run\n\nold\n":           "# P\n\n## The last run\n\nnew\n",
	} {
		if got, err := replaceLastRun(page, "new\n"); err != nil || got != want {
			t.Errorf("%q: got %q, %v", page, got, err)
		}
	}
	if got, err := replaceLastRun("# P\n", "new\n"); err == nil {
		t.Errorf("a page without the section becomes %q", got)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"\nBenchmarkA-2 10 x ns/op":      `line 2: .A: "x" is not a number`,
		"BenchmarkA-2 10 1 ns/op 7":      "line 1: .A: a value without a unit",
		"pkg: m/p\nBenchmarkA 1 ns/op 5": `line 2: p.A: "ns/op" is not a number`,
	} {
		if _, err := parse(strings.NewReader(text), "m", 0); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestMedianAndNumber(t *testing.T) {
	if got := median([]float64{1, 2, 4, 9}); got != 3 {
		t.Errorf("median %v, want 3", got)
	}
	for x, want := range map[float64]string{0: "0", 0.03333: "0.0333", 1.256: "1.26", 80: "80", 99.99: "100", 100.4: "100", 12345: "12345"} {
		if got := number(x); got != want {
			t.Errorf("number(%v) = %s, want %s", x, got, want)
		}
	}
}

// TestTargets holds that each target can be judged, and that no benchmark's
// name ends in what GOMAXPROCS adds to it.
func TestTargets(t *testing.T) {
	seen := map[string]bool{}
	for _, x := range targets {
		if seen[x.work] {
			t.Errorf("%s: twice", x.work)
		}
		seen[x.work] = true
		if (x.reference == "") != (x.beside == "") {
			t.Errorf("%s: a reference needs its words", x.work)
		}
		if x.reference == "" && x.unit == "" || x.atLeast > 0 && (x.reference == "" || x.atMost > 0) {
			t.Errorf("%s: can't be judged", x.work)
		}
		for _, name := range []string{x.bench, x.reference} {
			if procs.MatchString(name) {
				t.Errorf("%s: %s ends like GOMAXPROCS", x.work, name)
			}
		}
	}
}
