package cache

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/internal/files"
)

// unused is how long an entry stays that nobody keeps anew: its project may be gone.
const unused = 30 * 24 * time.Hour

// trim removes the entries of a folder that were kept long ago, and what a run that was killed left of one.
// Nobody else's file is among them.
func trim(folder string) {
	list, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, f := range list {
		isOurs := strings.HasSuffix(f.Name(), suffix) || strings.HasPrefix(f.Name(), files.StagedPrefix)
		if info, err := f.Info(); err == nil && isOurs && info.Mode().IsRegular() && time.Since(info.ModTime()) > unused {
			_ = os.Remove(filepath.Join(folder, f.Name())) // another run may have been faster
		}
	}
}
