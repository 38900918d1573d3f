package statelint

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/diag"
)

// sources reads files once and names them as people do: relative to the
// working folder where that is shorter. It is safe for concurrent use.
type sources struct {
	read func(path string) ([]byte, error)
	dir  string // the working folder; empty: names are absolute

	mu    sync.Mutex
	files map[string]*diag.Source // by absolute path; nil: unreadable
}

func newSources(read func(string) ([]byte, error)) *sources {
	if read == nil {
		read = os.ReadFile
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	return &sources{read: read, dir: dir, files: map[string]*diag.Source{}}
}

// open returns a file by its absolute path; nil if it can't be read.
func (s *sources) open(path string) *diag.Source {
	s.mu.Lock()
	defer s.mu.Unlock()
	if src, ok := s.files[path]; ok {
		return src
	}
	content, err := s.read(path)
	var src *diag.Source
	if err == nil {
		src = diag.NewSource(s.name(path), content)
	}
	s.files[path] = src
	return src
}

// name is the file's name in spans.
func (s *sources) name(path string) string {
	if s.dir != "" {
		if rel, err := filepath.Rel(s.dir, path); err == nil && len(rel) <= len(path) {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

// path undoes name.
func (s *sources) path(name string) string {
	path := filepath.FromSlash(name)
	if filepath.IsAbs(path) || s.dir == "" {
		return path
	}
	return filepath.Join(s.dir, path)
}

// all returns the files read so far, by name.
func (s *sources) all() diag.Sources {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := diag.Sources{}
	for src := range maps.Values(s.files) {
		if src != nil {
			list[src.Name] = src
		}
	}
	return list
}

func isTestFile(name string) bool { return strings.HasSuffix(name, "_test.go") }
