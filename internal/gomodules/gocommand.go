package gomodules

import (
	"context"
	"os/exec"
	"time"
)

// Go returns what the go command prints, when run in a folder and an
// environment; nil: the process's own. When ctx ends, so do the command and all
// that it has started.
func Go(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, env
	cmd.WaitDelay = time.Second // another process may hold its output open
	inGroup(cmd)
	return cmd.Output()
}
