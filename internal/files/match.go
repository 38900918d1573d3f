package files

import (
	"path/filepath"

	"github.com/bmatcuk/doublestar/v4"
)

// Match reports whether a path, relative to the folder of a pattern, matches it. A
// pattern that is malformed matches nothing.
func Match(pattern, path string) bool {
	ok, err := doublestar.Match(pattern, filepath.ToSlash(path))
	return err == nil && ok
}
