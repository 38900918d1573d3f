//go:build unix

package redis

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// inFiles reports whether a text is in one of the files of a folder.
func inFiles(t *testing.T, folder, text string) (found bool) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if os.IsNotExist(err) {
			return nil
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if os.IsNotExist(err) {
			return nil // the server has put another one in its place
		}
		found = found || strings.Contains(string(content), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
