// Package staged writes files so that nobody ever sees a part of one.
package staged

import (
	"errors"
	"os"
	"path/filepath"
)

// File is new content for a file, written whole beside its place, so that the
// place never holds half of it.
type File struct{ tmp, path string }

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
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), Prefix+"*")
	if err != nil {
		return nil, err
	}
	s := &File{tmp: f.Name(), path: path}
	_, err = f.Write(content)
	if err := errors.Join(err, f.Chmod(mode), f.Close()); err != nil {
		s.Discard()
		return nil, err
	}
	return s, nil
}

// Commit moves the content into place.
func (s *File) Commit() error { return os.Rename(s.tmp, s.path) }

// Discard removes what was not moved into place; afterwards there is nothing
// left to remove, which is no error.
func (s *File) Discard() { _ = os.Remove(s.tmp) }

// Replace replaces a file's content at once.
func Replace(path string, content []byte) error {
	s, err := New(path, content)
	if err != nil {
		return err
	}
	defer s.Discard()
	return s.Commit()
}
