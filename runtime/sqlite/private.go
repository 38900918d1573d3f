package sqlite

import (
	"os"
	"path/filepath"
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
	const mostLinks = 40
	for range mostLinks {
		if _, err := os.Stat(path); err == nil {
			return nil
		}
		// O_EXCL, for nothing that exists may be opened and closed here.
		file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			return file.Close()
		}
		target, notLink := os.Readlink(path)
		if notLink != nil {
			if _, there := os.Stat(path); there == nil {
				return nil // another process was faster
			}
			return err
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target // of a link to a file that isn't there
	}
	return nil // SQLite will say what is wrong
}
