package main

import (
	"errors"
	"os"
	"path/filepath"
)

// stagedFile is new content for a file, written whole beside its place, so
// that the place never holds half of it.
type stagedFile struct{ tmp, path string }

// stagedPrefix begins the names of staged files. The go command ignores files
// that begin with a dot.
const stagedPrefix = ".stategen-"

// stage writes content to a temporary file in the folder of path. It keeps the
// permissions of the file it will replace.
func stage(path string, content []byte) (*stagedFile, error) {
	mode := os.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), stagedPrefix+"*")
	if err != nil {
		return nil, err
	}
	s := &stagedFile{tmp: f.Name(), path: path}
	_, err = f.Write(content)
	if err := errors.Join(err, f.Chmod(mode), f.Close()); err != nil {
		s.discard()
		return nil, err
	}
	return s, nil
}

// commit moves the content into place.
func (s *stagedFile) commit() error { return os.Rename(s.tmp, s.path) }

// discard removes what was not moved into place; afterwards there is nothing
// left to remove, which is no error.
func (s *stagedFile) discard() { _ = os.Remove(s.tmp) }

// replaceFile replaces a file's content at once.
func replaceFile(path string, content []byte) error {
	s, err := stage(path, content)
	if err != nil {
		return err
	}
	defer s.discard()
	return s.commit()
}
