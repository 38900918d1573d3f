package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// place is where the file was when it was opened. Whoever has a file open can
// go on writing to it after its name has gone, or names another file: all
// of that would be lost without a word.
type place struct {
	path string // absolute, as the working folder may change
	file os.FileInfo
}

func newPlace(path string) (place, error) {
	absolute, err := filepath.Abs(path)
	return place{path: absolute}, err
}

// note records which file is there.
func (p *place) note() (err error) {
	p.file, err = os.Stat(p.path)
	return err
}

var errMoved = errors.New("the file was deleted, moved or replaced while it was open")

// check reports that another file is there, or none.
func (p *place) check() error {
	switch now, err := os.Stat(p.path); {
	case errors.Is(err, os.ErrNotExist), err == nil && !os.SameFile(p.file, now):
		return fmt.Errorf("session database %q: %w", p.path, errMoved)
	default:
		return err
	}
}
