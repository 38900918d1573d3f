// Package sources reads the files and folders that a check looks at: each once,
// under the name that people give it, and noted, since what was looked at
// decides how long the findings are true.
package sources

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/internal/cache"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/files"
)

// Reader reads files once and names them as people do: relative to the working
// Folder where that is shorter. It is safe for concurrent use. A pass looks at
// files and folders through it alone.
type Reader struct {
	*openFiles
	noted Reads // what is looked at, if somebody wants to know
}

// openFiles are the files read so far.
type openFiles struct {
	disk files.Reader
	dir  string // the working folder; empty: names are absolute

	mu    sync.Mutex
	files map[string]openFile // by absolute path
}

type openFile struct {
	*diag.Source           // nil: it can't be read
	sum          cache.Sum // of its text
	stamp        string    // from before it was read
}

// New returns a reader of files. What is no Go source must be in the project of
// the file that names it. Unsaved texts are read in place of what files hold.
func New(unsaved files.Overlay) *Reader {
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	return &Reader{openFiles: &openFiles{disk: files.Reader{Overlay: unsaved}, dir: dir, files: map[string]openFile{}}}
}

// read reads a file for another one that names it. The go command decides which
// source a program has, wherever that is.
func (o *openFiles) read(owner, path string) ([]byte, error) {
	if filepath.Ext(path) == ".go" {
		return o.disk.Overlay.Read(path)
	}
	return o.disk.ReadFor(owner, path)
}

// Noting is the same reader, for a user whose files are noted.
func (s *Reader) Noting(r Reads) *Reader { return &Reader{openFiles: s.openFiles, noted: r} }

// OpenFor is Open for a file that another one names; nil also if it is not in the
// project of that one.
func (s *Reader) OpenFor(owner, path string) *diag.Source {
	if !s.disk.Holds(owner, path) {
		return nil
	}
	return s.Open(path)
}

// Open returns a file by its absolute path; nil if it can't be read.
func (s *Reader) Open(path string) *diag.Source {
	f := s.file(path)
	s.noted.add(path, f.sum)
	return f.Source
}

// Reread reads a file anew, for one who knows whether that is needed.
func (s *Reader) Reread(path string) ([]byte, error) { return s.RereadFor(path, path) }

// RereadFor is Reread for a file that another one names.
func (s *Reader) RereadFor(owner, path string) ([]byte, error) {
	content, err := s.read(owner, path)
	found := cache.Sum("")
	if err == nil {
		found = cache.SumOf(content)
	}
	s.noted.add(path, found)
	return content, err
}

// Folder lists the names in a folder; nil if it can't be read.
func (s *Reader) Folder(path string) []string {
	names := namesIn(path)
	s.noted.addFolder(path, names)
	return names
}

// Nearest looks for a file in a folder and those above it, and returns its path;
// empty: there is none.
func (s *Reader) Nearest(dir, name string) string {
	path, err := s.disk.Overlay.Nearest(dir, name)
	if err != nil {
		return ""
	}
	return path
}

// Note notes what was looked at on behalf of the reader's user before.
func (s *Reader) Note(r Reads) { s.noted.Join(r) }

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
	f := openFile{stamp: Stamp(path)}
	if content, err := s.read(path, path); err == nil {
		f.Source, f.sum = diag.NewSource(s.Name(path), content), cache.SumOf(content)
	}
	s.files[path] = f
	return f
}

// Sum is that of a file's text; it is not noted that somebody asked.
func (s *openFiles) Sum(path string) cache.Sum { return s.file(path).sum }

// Add makes a file known that somebody else has read.
func (s *openFiles) Add(path string, src *diag.Source, stamp string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files[path].Source == nil {
		s.files[path] = openFile{Source: src, sum: cache.SumOf(src.Text), stamp: stamp}
	}
}

// Unchanged reports whether the files are still as they were read.
func (s *openFiles) Unchanged() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for path, f := range s.files {
		if Stamp(path) != f.stamp {
			return false
		}
	}
	return true
}

// Dir is the working folder; empty if names are absolute.
func (s *openFiles) Dir() string { return s.dir }

// Name is the file's name in spans.
func (s *openFiles) Name(path string) string {
	if s.dir != "" {
		if rel, err := filepath.Rel(s.dir, path); err == nil && len(rel) <= len(path) {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

// Path undoes Name.
func (s *openFiles) Path(name string) string {
	path := filepath.FromSlash(name)
	if filepath.IsAbs(path) || s.dir == "" {
		return path
	}
	return filepath.Join(s.dir, path)
}

// All returns the files read so far, by name.
func (s *openFiles) All() diag.Sources {
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

// Stamp changes when a file does.
func Stamp(file string) string {
	info, err := os.Stat(file)
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano())
}

// IsTest reports whether a file is one of tests, by its name.
func IsTest(name string) bool { return strings.HasSuffix(name, "_test.go") }
