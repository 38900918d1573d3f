package statelint

import (
	"os"
	"strings"

	"github.com/seed92179c4c/stategen/internal/remember"
)

// reads are files and folders that were looked at, by absolute path, and their
// sums. The path of a folder ends in a separator.
type reads map[string]remember.Sum

func (r reads) add(path string, s remember.Sum) {
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

func (s *sources) sumNow(path string) remember.Sum {
	if dir, isFolder := strings.CutSuffix(path, string(os.PathSeparator)); isFolder {
		return sumOfNames(namesIn(dir))
	}
	return s.file(path).sum
}

func sumOfNames(names []string) remember.Sum {
	if names == nil {
		return ""
	}
	return remember.SumOfList(names...)
}
