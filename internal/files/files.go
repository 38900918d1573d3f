// Package files reads, finds and replaces the files of a project that a stranger
// may have written: nothing outside of the project is read or written, whatever
// its links say, nothing is waited for, and nothing is read without end.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Limit is how many bytes of a file are read. What reads a file may allow less.
const Limit = 64 << 20

// Read returns the content of a file that the user has named: wherever it is,
// but only if it is a regular file of no more than Limit bytes.
func Read(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	return readAll(f, path)
}

// Open opens a regular file for reading.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := Regular(path, info); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_RDONLY|nonblock, 0)
}

// Regular is an error unless info is that of a regular file. Opening a pipe waits
// for somebody to write to it, and a device may never end.
func Regular(path string, info fs.FileInfo) error {
	kind := ""
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		kind = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		kind = "a named pipe"
	case mode&fs.ModeSocket != 0:
		kind = "a socket"
	case mode&fs.ModeDevice != 0:
		kind = "a device"
	default:
		kind = "something else"
	}
	return &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("it is %s, not a regular file", kind)}
}

// readAll reads and closes a file. What it is may have changed since anybody
// looked, so that it is looked at again.
func readAll(f *os.File, path string) ([]byte, error) {
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		err = Regular(path, info)
	}
	if err == nil && info.Size() > Limit {
		err = tooLong(path)
	}
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	text.Grow(int(min(info.Size(), Limit)) + bytes.MinRead)
	if _, err := text.ReadFrom(io.LimitReader(f, Limit+1)); err != nil {
		return nil, err
	}
	if text.Len() > Limit {
		return nil, tooLong(path)
	}
	return text.Bytes(), nil
}

func tooLong(path string) error {
	return &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("it has more than %d MiB", Limit>>20)}
}

var errLoop = errors.New("its links lead to each other")

// Real is a path from the root without links, as far as there is something.
func Real(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	for at := path; ; at = filepath.Dir(at) {
		real, err := filepath.EvalSymlinks(at)
		known := (*fs.PathError)(nil)
		switch {
		case err == nil:
			return filepath.Join(real, path[len(at):]), nil
		case errors.Is(err, fs.ErrNotExist) && at == filepath.Dir(at):
			return path, nil
		case errors.Is(err, fs.ErrNotExist):
			continue
		case errors.As(err, &known):
			return at, err
		case !errors.Is(err, syscall.ENOTDIR):
			err = errLoop // the only other one without a path
		}
		return at, &fs.PathError{Op: "open", Path: at, Err: err}
	}
}
