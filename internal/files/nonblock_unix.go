//go:build unix

package files

import (
	"io/fs"
	"syscall"
)

// nonblock keeps open from waiting where a pipe has taken a file's place.
const nonblock = syscall.O_NONBLOCK

// identity tells files apart whatever they are called.
type identity struct {
	device, number uint64
	path           string
}

func identify(path string, info fs.FileInfo) identity {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return identity{device: uint64(stat.Dev), number: uint64(stat.Ino)}
	}
	return identity{path: path}
}
