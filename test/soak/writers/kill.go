package writers

import (
	"bufio"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"sync"
)

// Process is a writer in a process of its own.
type Process struct {
	Writer string
	// Command makes the process, which must print what Write prints.
	Command func() *exec.Cmd
	// KillAfter is the number of events after whose acknowledgement it is
	// killed. It is writing the next one by then, or the one after that.
	KillAfter int
	// MayEnd allows it to end by itself before, as it does when its store
	// goes away.
	MayEnd bool
	// Acked, if not nil, is told of each acknowledgement, from 1.
	Acked func(n int)
}

// Kill runs processes side by side and kills each without warning. It
// returns the number of each one's last acknowledged event. A process that
// ends by itself before is an error.
func Kill(processes []Process) (acked map[string]int64, err error) {
	acked = make(map[string]int64)
	var mu sync.Mutex
	var wait sync.WaitGroup
	var problems []error
	for _, p := range processes {
		wait.Go(func() {
			last, err := p.run()
			mu.Lock()
			defer mu.Unlock()
			acked[p.Writer] = last
			if err != nil {
				problems = append(problems, fmt.Errorf("writer %s: %w", p.Writer, err))
			}
		})
	}
	wait.Wait()
	return acked, errors.Join(problems...)
}

func (p Process) run() (last int64, err error) {
	cmd := p.Command()
	var stderr strings.Builder
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	lines := bufio.NewScanner(stdout)
	n := 0
	for lines.Scan() { // what it acknowledged until the kill reached it counts too
		i, err := strconv.ParseInt(lines.Text(), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("it printed %q", lines.Text())
		}
		last = max(last, i)
		n++
		if p.Acked != nil {
			p.Acked(n)
		}
		if n == p.KillAfter {
			_ = cmd.Process.Kill()
		}
	}
	_ = cmd.Wait() // killed, so always an error
	if n < p.KillAfter && !p.MayEnd {
		return last, fmt.Errorf("it ended by itself after %d events: %s", n, stderr.String())
	}
	return last, lines.Err()
}
