//go:build unix

package million

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// listOutside lists in a process of its own, which is this program again.
func listOutside(ctx context.Context, store string) (string, error) {
	cmd := exec.CommandContext(ctx, os.Args[0])
	cmd.Env = append(os.Environ(), listed+"="+store)
	return process(cmd)
}

func export(ctx context.Context, g *gate, command, store string) (string, error) {
	cmd := exec.CommandContext(ctx, command, "db", "export", "--db", store)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	go func() { // what it prints goes nowhere
		for piece := make([]byte, 1<<16); err == nil; _, err = out.Read(piece) {
			g.pass()
		}
	}()
	return process(cmd)
}

func imports(ctx context.Context, g *gate, command, store string, n int) (string, error) {
	cmd := exec.CommandContext(ctx, command, "db", "import", "--db", store)
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	go func() {
		_ = writeLines(in, g, n) // who reads it reports if it isn't whole
		_ = in.Close()
	}()
	return process(cmd)
}

// process runs a command, and says how much processor time and memory it took.
func process(cmd *exec.Cmd) (string, error) {
	var problems strings.Builder
	cmd.Stderr = &problems
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%w: %s", err, problems.String())
	}
	state := cmd.ProcessState
	peak := state.SysUsage().(*syscall.Rusage).Maxrss >> 10
	return fmt.Sprintf("%.0f s of processor time; %d MiB", (state.UserTime() + state.SystemTime()).Seconds(), peak), nil
}

// writeLines writes an export of so many sessions of a new app, ten for each user.
func writeLines(w io.Writer, g *gate, n int) error {
	out := bufio.NewWriter(w)
	text, app := strings.Repeat("x", 100), fmt.Sprint("new", time.Now().Unix())
	fmt.Fprintln(out, `{"stategen":"export","version":1}`)
	for i := range n {
		g.pass()
		fmt.Fprintf(out, `{"session":{"app":"%s","user":"u%d","id":"s%d"},"state":{"n":3,"text":"%s"}}`+"\n", app, i/10, i, text)
		for e := range 4 {
			fmt.Fprintf(out, `{"event":{"id":"%d","seq":%[1]d,"timestamp":"2026-03-14T00:00:00Z","actions":{"stateDelta":{"n":%[1]d,"text":"%s"}}}}`+"\n", e, text)
		}
		fmt.Fprintln(out, `{"end":4}`)
	}
	fmt.Fprintf(out, `{"done":{"sessions":%d,"events":%d}}`+"\n", n, 4*n)
	return out.Flush()
}
