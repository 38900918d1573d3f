//go:build unix

package million

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// commands are the steps that another process does.
func commands(t *testing.T, n int, dsn string) []step {
	command := os.Getenv("STATEGEN_TEST_COMMAND")
	if command == "" {
		t.Log("STATEGEN_TEST_COMMAND is not set: nothing is exported and imported")
		return nil
	}
	return []step{
		{"export all", func() (string, error) {
			return process(exec.Command(command, "export", "--db", dsn), nil)
		}},
		{fmt.Sprint("import ", n/10, " sessions"), func() (string, error) {
			return process(exec.Command(command, "import", "--db", dsn), func(w io.Writer) error { return writeLines(w, n/10) })
		}},
	}
}

// process runs a command, and says how much memory and processor time it took.
func process(cmd *exec.Cmd, input func(io.Writer) error) (string, error) {
	var problems strings.Builder
	cmd.Stderr = &problems // and what it prints goes nowhere
	if input != nil {
		stdin, err := cmd.StdinPipe()
		if err != nil {
			return "", err
		}
		go func() {
			_ = input(stdin) // who reads it reports if it isn't whole
			_ = stdin.Close()
		}()
	}
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%w: %s", err, problems.String())
	}
	state := cmd.ProcessState
	peak := state.SysUsage().(*syscall.Rusage).Maxrss >> 10
	return fmt.Sprintf("%.0f s of processor time, %d MiB", (state.UserTime() + state.SystemTime()).Seconds(), peak), nil
}

// writeLines writes an export of so many sessions of the app "new", ten for each user.
func writeLines(w io.Writer, n int) error {
	out := bufio.NewWriter(w)
	text := strings.Repeat("x", 100)
	fmt.Fprintln(out, `{"stategen":"export","version":1}`)
	for i := range n {
		fmt.Fprintf(out, `{"session":{"app":"new","user":"u%d","id":"s%d"},"state":{"n":3,"text":"%s"}}`+"\n", i/10, i, text)
		for e := range 4 {
			fmt.Fprintf(out, `{"event":{"id":"%d","seq":%[1]d,"timestamp":"2026-03-14T00:00:00Z","actions":{"stateDelta":{"n":%[1]d,"text":"%s"}}}}`+"\n", e, text)
		}
		fmt.Fprintln(out, `{"end":4}`)
	}
	fmt.Fprintf(out, `{"done":{"sessions":%d,"events":%d}}`+"\n", n, 4*n)
	return out.Flush()
}
