// Package atomicfile writes files so that nobody ever sees a part of one.
package atomicfile

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// File is new content for a file, written whole beside its place, so that the
// place never holds half of it.
type File struct {
	root      *os.Root
	own       bool // whether the root is to be closed with the file
	tmp, path string
}

// Prefix begins the names of staged files. The go command ignores files
// that begin with a dot.
const Prefix = ".stategen-"

// New writes content to a temporary file in the folder of path. It keeps the
// permissions of the file it will replace. If path is a symbolic link, that is
// the file which it leads to.
func New(path string, content []byte) (*File, error) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	s, err := In(root, filepath.Base(path), content)
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	s.own = true
	return s, nil
}

// In is New for a path within a root, which has no link as its last part.
func In(root *os.Root, path string, content []byte) (*File, error) {
	mode := os.FileMode(0o644)
	if info, err := root.Lstat(path); err == nil && info.Mode().IsRegular() {
		mode = info.Mode().Perm()
	}
	f, name, err := create(root, filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	s := &File{root: root, tmp: name, path: path}
	_, err = f.Write(content)
	if err := errors.Join(err, f.Chmod(mode), f.Close()); err != nil {
		s.Discard()
		return nil, err
	}
	return s, nil
}

// create makes a new file under a name that nobody has. Root has no CreateTemp.
func create(root *os.Root, dir string) (*os.File, string, error) {
	for try := 0; ; try++ {
		name := filepath.Join(dir, Prefix+strconv.FormatUint(uint64(rand.Uint32()), 10))
		f, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil || !os.IsExist(err) || try == 1000 {
			return f, name, err
		}
	}
}

// Commit moves the content into place.
func (s *File) Commit() error { return s.root.Rename(s.tmp, s.path) }

// Discard removes what was not moved into place; afterwards there is nothing
// left to remove, which is no error.
func (s *File) Discard() {
	_ = s.root.Remove(s.tmp)
	if s.own {
		_ = s.root.Close()
	}
}

// Replace replaces a file's content at once.
func Replace(path string, content []byte) error {
	s, err := New(path, content)
	if err != nil {
		return err
	}
	defer s.Discard()
	return s.Commit()
}
