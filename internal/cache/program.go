package cache

import (
	"fmt"
	"os"
	"runtime/debug"
)

// program tells the build of the running program from others: another may have
// other answers.
func program() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	return programAt(path)
}

// programAt looks at no more of the file than where it is, how long, and when
// it was built. To sum it up would take longer than all else that a command
// does when nothing has changed.
func programAt(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	build := ""
	if b, ok := debug.ReadBuildInfo(); ok {
		build = b.String()
	}
	return fmt.Sprintf("%q %d %d %q", path, info.Size(), info.ModTime().UnixNano(), build), nil
}
