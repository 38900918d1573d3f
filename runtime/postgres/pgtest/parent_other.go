//go:build unix && !linux

package pgtest

import "syscall"

// endWithParent does nothing: the kernel offers nothing to do it with.
func endWithParent(*syscall.SysProcAttr) {}
