//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// used is the processor time that this process has taken so far.
func used() (time.Duration, bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
