//go:build unix

package files

import "syscall"

// nonblock keeps open from waiting where a pipe has taken a file's place.
const nonblock = syscall.O_NONBLOCK
