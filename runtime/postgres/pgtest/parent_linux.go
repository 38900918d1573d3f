package pgtest

import "syscall"

// endWithParent makes the kernel end the server if the tests die without
// having stopped it, as after a panic or a timeout. SIGQUIT is PostgreSQL's
// immediate shutdown.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGQUIT }
