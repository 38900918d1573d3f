package statelint

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/remember"
)

// sources reads files once and names them as people do: relative to the
// working folder where that is shorter. It is safe for concurrent use. A pass
// looks at files and folders through it alone, for what was looked at decides
// how long the pass's findings are true.
type sources struct {
	*openFiles
	noted reads // what is looked at, if somebody wants to know
}

// openFiles are the files read so far.
type openFiles struct {
	read func(path string) ([]byte, error)
	dir  string // the working folder; empty: names are absolute

	mu    sync.Mutex
	files map[string]openFile // by absolute path
}

type openFile struct {
	*diag.Source              // nil: it can't be read
	sum          remember.Sum // of its text
	stamp        string       // from before it was read
}

func newSources(read func(string) ([]byte, error)) *sources {
	if read == nil {
		read = os.ReadFile
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	return &sources{openFiles: &openFiles{read: read, dir: dir, files: map[string]openFile{}}}
}

// noting is the same sources, for a user whose files are noted.
func (s *sources) noting(r reads) *sources { return &sources{openFiles: s.openFiles, noted: r} }

// open returns a file by its absolute path; nil if it can't be read.
func (s *sources) open(path string) *diag.Source {
	f := s.file(path)
	s.noted.add(path, f.sum)
	return f.Source
}

// reread reads a file anew, for one who knows whether that is needed.
func (s *sources) reread(path string) ([]byte, error) {
	content, err := s.read(path)
	found := remember.Sum("")
	if err == nil {
		found = remember.SumOf(content)
	}
	s.noted.add(path, found)
	return content, err
}

// folder lists the names in a folder; nil if it can't be read.
func (s *sources) folder(path string) []string {
	names := namesIn(path)
	s.noted.addFolder(path, names)
	return names
}

func namesIn(path string) []string {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil
	}
	names := make([]string, 0, len(entries))
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func (s *openFiles) file(path string) openFile {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f, ok := s.files[path]; ok {
		return f
	}
	f := openFile{stamp: stamp(path)}
	if content, err := s.read(path); err == nil {
		f.Source, f.sum = diag.NewSource(s.name(path), content), remember.SumOf(content)
	}
	s.files[path] = f
	return f
}

// unchanged reports whether the files are still as they were read.
func (s *openFiles) unchanged() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, f := range s.files {
		if stamp(path) != f.stamp {
			return false
		}
	}
	return true
}

// name is the file's name in spans.
func (s *openFiles) name(path string) string {
	if s.dir != "" {
		if rel, err := filepath.Rel(s.dir, path); err == nil && len(rel) <= len(path) {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

// path undoes name.
func (s *openFiles) path(name string) string {
	path := filepath.FromSlash(name)
	if filepath.IsAbs(path) || s.dir == "" {
		return path
	}
	return filepath.Join(s.dir, path)
}

// all returns the files read so far, by name.
func (s *openFiles) all() diag.Sources {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := diag.Sources{}
	for f := range maps.Values(s.files) {
		if f.Source != nil {
			list[f.Name] = f.Source
		}
	}
	return list
}

func isTestFile(name string) bool { return strings.HasSuffix(name, "_test.go") }
