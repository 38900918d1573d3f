//go:build unix

package daemon

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// Daemon is a server's process.
type Daemon struct {
	process *os.Process
	ended   chan struct{}
}

// Start starts a server, in a process group of its own, so that a Ctrl-C meant for
// the tests doesn't reach it before they have ended it. The kernel, where it can,
// sends it the signal orphaned if the tests end first.
func Start(cmd *exec.Cmd, orphaned syscall.Signal) (*Daemon, error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true
	endWithParent(cmd.SysProcAttr, orphaned)
	started := make(chan error)
	d := &Daemon{ended: make(chan struct{})}
	go func() {
		// The kernel takes the end of the thread that started a process for the end
		// of its parent, so this one lives as long as the server does.
		runtime.LockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // how it ended doesn't matter
		}
		close(d.ended)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	d.process = cmd.Process
	return d, nil
}

// Ended is closed when the process has ended.
func (d *Daemon) Ended() <-chan struct{} { return d.ended }

// Signal sends a signal to the process.
func (d *Daemon) Signal(s os.Signal) error { return d.process.Signal(s) }

// PID returns the ID of the process.
func (d *Daemon) PID() int { return d.process.Pid }

// Kill ends the server as a crash would, and returns when its process is gone.
func (d *Daemon) Kill() {
	_ = d.process.Kill()
	<-d.ended
}
