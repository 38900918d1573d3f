//go:build unix && !linux

package daemon

import "syscall"

// endWithParent does nothing: the kernel offers nothing to do it with.
func endWithParent(*syscall.SysProcAttr, syscall.Signal) {}
