package sources

import (
	"os"
	"strings"

	"github.com/seed92179c4c/stategen/internal/cache"
)

// Reads are files and folders that were looked at, by absolute path, and their
// sums. The path of a folder ends in a separator.
type Reads map[string]cache.Sum

func (r Reads) add(path string, s cache.Sum) {
	if r != nil {
		r[path] = s
	}
}

func (r Reads) addFolder(path string, names []string) {
	r.add(path+string(os.PathSeparator), sumOfNames(names))
}

// Join takes in what else was looked at.
func (r Reads) Join(other Reads) {
	for path, s := range other {
		r.add(path, s)
	}
}

// Hold reports whether all of it is still as it was.
func (r Reads) Hold(s *Reader) bool {
	for path, was := range r {
		if s.sumNow(path) != was {
			return false
		}
	}
	return true
}

func (s *Reader) sumNow(path string) cache.Sum {
	if dir, isFolder := strings.CutSuffix(path, string(os.PathSeparator)); isFolder {
		return sumOfNames(namesIn(dir))
	}
	return s.Sum(path)
}

func sumOfNames(names []string) cache.Sum {
	if names == nil {
		return ""
	}
	return cache.SumOfList(names...)
}
