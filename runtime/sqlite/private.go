package sqlite

import (
	"errors"
	"os"
	"sync"
)

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
