package main

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// measured holds every figure of a benchmark run: by the benchmark's name,
// which is that of its package in the module, a dot and its own without
// "Benchmark", and by unit. Each run of a benchmark adds a figure.
type measured map[string]map[string][]float64

// procs is what the testing package adds to a name unless GOMAXPROCS is 1.
var procs = regexp.MustCompile(`-[0-9]+$`)

// parse reads the output of `go test -bench`. Lines that are no results, such
// as what a benchmark logs, are skipped, and results of less than the shortest
// time; a result that can't be read is an error.
func parse(in io.Reader, module string, shortest time.Duration) (measured, error) {
	m := measured{}
	folder := ""
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if pkg, ok := strings.CutPrefix(line, "pkg: "); ok {
			folder = strings.TrimPrefix(strings.TrimPrefix(pkg, module), "/")
			continue
		}
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		times, err := strconv.Atoi(fields[1])
		if err != nil {
			continue // a log line
		}
		if lasted(times, fields[2:]) < shortest {
			continue
		}
		name := folder + "." + procs.ReplaceAllString(strings.TrimPrefix(fields[0], "Benchmark"), "")
		if err := m.add(name, fields[2:]); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return m, lines.Err()
}

// lasted is how long a result was measured; 0 if it doesn't say.
func lasted(times int, pairs []string) time.Duration {
	each, err := strconv.ParseFloat(pairs[0], 64)
	if err != nil || pairs[1] != "ns/op" {
		return 0
	}
	return time.Duration(float64(times) * each)
}

// add takes the figures of one result, pairs of value and unit.
func (m measured) add(name string, pairs []string) error {
	if len(pairs)%2 != 0 {
		return fmt.Errorf("%s: a value without a unit", name)
	}
	if m[name] == nil {
		m[name] = map[string][]float64{}
	}
	for i := 0; i < len(pairs); i += 2 {
		value, err := strconv.ParseFloat(pairs[i], 64)
		if err != nil {
			return fmt.Errorf("%s: %q is not a number", name, pairs[i])
		}
		unit := pairs[i+1]
		m[name][unit] = append(m[name][unit], value)
	}
	return nil
}
