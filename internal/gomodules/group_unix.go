//go:build unix

package gomodules

import (
	"os/exec"
	"syscall"
)

// inGroup gives a command a group of its own, to be killed as one.
func inGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
