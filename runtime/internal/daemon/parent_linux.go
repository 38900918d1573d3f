package daemon

import "syscall"

// endWithParent makes the kernel send a signal to the server if the tests die
// without having stopped it.
func endWithParent(attr *syscall.SysProcAttr, signal syscall.Signal) { attr.Pdeathsig = signal }
