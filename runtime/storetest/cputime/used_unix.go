//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Used is the processor time that this process has taken so far; false: the system does not tell.
func Used() (time.Duration, bool) { return usedBy(syscall.RUSAGE_SELF) }

// usedByAll is that of this process and of those that it has waited for.
func usedByAll() (time.Duration, bool) {
	own, ok := Used()
	theirs, ok2 := usedBy(syscall.RUSAGE_CHILDREN)
	return own + theirs, ok && ok2
}

func usedBy(who int) (time.Duration, bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
