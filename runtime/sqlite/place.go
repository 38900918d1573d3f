package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
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

// creating is held while a file is made. Closing a file gives up all locks that
// this process has on it, SQLite's included: so nobody here may open it with
// SQLite before it was closed.
var creating sync.Mutex

// createPrivate makes an empty file, which only its owner may read, unless there
// is one: SQLite's own would be readable by all whom the umask lets. The files
// beside it get the same mode from SQLite.
func createPrivate(path string) error {
	creating.Lock()
	defer creating.Unlock()
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	// O_EXCL, for nothing that exists may be opened and closed here.
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		return file.Close()
	}
	if _, there := os.Stat(path); there == nil {
		return nil // another process was faster
	}
	if errors.Is(err, os.ErrExist) {
		return errors.New("it is a link to a file that isn't there")
	}
	return err
}
