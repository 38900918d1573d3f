package files

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// Staged is new content for a file, written whole beside its place, so that the
// place never holds half of it.
type Staged struct {
	root      *os.Root
	tmp, path string
}

// StagedPrefix begins the names of staged files. The go command ignores files
// that begin with a dot.
const StagedPrefix = ".stategen-"

// stage writes content to a temporary file in the folder of a path within a root,
// which has no link as its last part. It keeps the permissions of the file it will
// replace.
func stage(root *os.Root, path string, content []byte) (*Staged, error) {
	mode := os.FileMode(0o644)
	if info, err := root.Lstat(path); err == nil && info.Mode().IsRegular() {
		mode = info.Mode().Perm()
	}
	f, name, err := create(root, filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	s := &Staged{root: root, tmp: name, path: path}
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
		name := filepath.Join(dir, StagedPrefix+strconv.FormatUint(uint64(rand.Uint32()), 10))
		f, err := root.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil || !os.IsExist(err) || try == 1000 {
			return f, name, err
		}
	}
}

// Commit moves the content into place.
func (s *Staged) Commit() error { return s.root.Rename(s.tmp, s.path) }

// Discard removes what was not moved into place; afterwards there is nothing
// left to remove, which is no error.
func (s *Staged) Discard() { _ = s.root.Remove(s.tmp) }

// Replace replaces the content of a file of the program's own at once, whichever
// project it is in.
func Replace(path string, content []byte) error {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	s, err := stage(root, filepath.Base(path), content)
	if err != nil {
		return err
	}
	defer s.Discard()
	return s.Commit()
}
