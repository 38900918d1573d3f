package files

import (
	"os"
	"path/filepath"
)

// Distinct leaves the first of several names of one file, and none of those that
// are known by another name already.
func Distinct(paths, known []string) []string {
	names := map[identity]string{}
	for _, path := range known {
		if id, ok := idOf(path); ok {
			names[id] = filepath.Clean(path)
		}
	}
	var distinct []string
	taken := map[string]bool{}
	for _, path := range paths {
		id, ok := idOf(path)
		if name := names[id]; taken[path] || ok && name != "" && name != filepath.Clean(path) {
			continue
		}
		taken[path] = true
		if ok {
			names[id] = filepath.Clean(path)
		}
		distinct = append(distinct, path)
	}
	return distinct
}

func idOf(path string) (identity, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return identity{}, false
	}
	return identify(path, info), true
}

// Same reports whether two paths lead to one file or folder, which is there.
func Same(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(first, second)
}
