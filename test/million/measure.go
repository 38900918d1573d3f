//go:build unix

package million

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// The writers have the store to themselves for idleTime before each slice of a step, which
// lasts until it is done, or for sliceTime. For settleTime after it nothing is measured.
const (
	idleTime   = 3 * time.Second
	sliceTime  = 20 * time.Second
	cutTime    = 2 * time.Second // of steps that can be cut, which are short
	settleTime = time.Second
)

// gate is where a step waits while the writers are alone.
type gate struct{ closed sync.RWMutex }

func (g *gate) pass() {
	g.closed.RLock()
	defer g.closed.RUnlock()
}

// measuring is a step under way.
type measuring struct {
	*writing
	step
	gate         gate
	took         time.Duration
	idle, during []float64 // p99 of each time
	what         string
}

// run alternates between the writers alone and the step beside them.
func (m *measuring) run(ctx context.Context) error {
	resetPeak()
	m.gate.closed.Lock()
	defer m.gate.closed.Unlock()
	var under chan result
	for left := max(m.times, 1); left > 0 && ctx.Err() == nil; {
		alone := m.measured(true)
		wait(ctx, idleTime, nil)
		m.idle = append(m.idle, alone.p99())
		beside, began := m.measured(false), time.Now()
		if under == nil {
			under = m.begin(ctx)
		}
		m.gate.closed.Unlock()
		r := wait(ctx, sliceTime, under)
		m.gate.closed.Lock()
		if r == nil && (m.cut || m.times > 0) {
			r = wait(ctx, time.Hour, under)
		}
		m.took += time.Since(began)
		m.measured(false)
		m.during = append(m.during, beside.p99())
		if r != nil {
			under = nil
			if m.what = r.what; r.err != nil {
				return r.err
			}
			if !r.cut {
				left--
			}
		}
		wait(ctx, settleTime, nil)
	}
	return ctx.Err()
}

// measured begins a phase.
func (m *measuring) measured(idle bool) *latencies {
	l := &latencies{idle: idle}
	m.phase.Store(l)
	return l
}

// result is how a step ended, or a part of it.
type result struct {
	what string
	err  error
	cut  bool // there is more to do
}

// begin starts the step, or a part of it if it can be cut.
func (m *measuring) begin(ctx context.Context) chan result {
	ended := make(chan result, 1)
	limited, cancel := context.WithCancel(ctx)
	if m.cut {
		limited, cancel = context.WithTimeout(ctx, cutTime)
	}
	go func() {
		defer cancel()
		what, err := m.step.run(limited, &m.gate)
		if err != nil && m.cut && ctx.Err() == nil && limited.Err() != nil {
			ended <- result{cut: true}
			return
		}
		ended <- result{what: what, err: err}
	}()
	return ended
}

// wait returns what has ended before the time was over.
func wait(ctx context.Context, d time.Duration, ended chan result) *result {
	select {
	case r := <-ended:
		return &r
	case <-ctx.Done():
	case <-time.After(d):
	}
	return nil
}

func median(all []float64) float64 {
	sorted := slices.Sorted(slices.Values(all))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)/2]
}

// row is the table's line.
func (m *measuring) row(lost int64) string {
	if len(m.during) == 0 {
		return fmt.Sprintf("| %s | nothing was measured |", m.does)
	}
	var ratios []float64
	for i, p99 := range m.during {
		ratios = append(ratios, p99/m.idle[i])
	}
	what, memory, _ := strings.Cut(m.what, "; ")
	if what != "" {
		what = " (" + what + ")"
	}
	return fmt.Sprintf("| %s%s | %.1f s | %.1f ms | %.1f ms | %.1f (%.1f – %.1f, %d times) | %d | %s | %s |", m.does, what, m.took.Seconds(),
		median(m.idle), median(m.during), median(m.during)/median(m.idle), slices.Min(ratios), slices.Max(ratios), len(ratios), lost, peak(), memory)
}

// resetPeak makes the process's peak of memory what it has now.
func resetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

// peak returns the most memory that the process has had since then.
func peak() string {
	text, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, "VmHWM:"); found {
			kilobytes := 0
			_, _ = fmt.Sscan(value, &kilobytes)
			return fmt.Sprint(kilobytes>>10, " MiB")
		}
	}
	return "unknown"
}
