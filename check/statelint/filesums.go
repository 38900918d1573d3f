package statelint

import (
	"crypto/sha256"
	"os"
	"strings"
)

// sum identifies content. The zero sum is that of a file that can't be read.
type sum [sha256.Size]byte

func sumOf(content []byte) sum { return sha256.Sum256(content) }

// reads are files and folders that were looked at, by absolute path, and their
// sums. The path of a folder ends in a separator.
type reads map[string]sum

func (r reads) add(path string, s sum) {
	if r != nil {
		r[path] = s
	}
}

func (r reads) addFolder(path string, names []string) {
	r.add(path+string(os.PathSeparator), sumOfNames(names))
}

func (r reads) join(other reads) {
	for path, s := range other {
		r.add(path, s)
	}
}

// hold reports whether all of it is still as it was.
func (r reads) hold(s *sources) bool {
	for path, was := range r {
		if s.sumNow(path) != was {
			return false
		}
	}
	return true
}

func (s *sources) sumNow(path string) sum {
	if dir, isFolder := strings.CutSuffix(path, string(os.PathSeparator)); isFolder {
		return sumOfNames(namesIn(dir))
	}
	return s.file(path).sum
}

func sumOfNames(names []string) sum {
	if names == nil {
		return sum{}
	}
	return sumOf([]byte(strings.Join(names, "\x00")))
}
