// Package sources reads the files and folders that a check looks at, under the name that people
// give them, and notes them, since what was looked at decides how long the findings are true.
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
	disk files.Reader
	dir  string // the working folder; empty: names are absolute

	mu    sync.Mutex
	files map[string]*diag.Source // by absolute path; nil: it can't be read
	seen  Seen
	torn  bool // whether something changed between two times that it was looked at
}

// Seen is the sums of files and folders that were looked at, by absolute path. That of a folder
// ends in a separator.
type Seen map[string]cache.Sum

// New returns a reader of files. What is no Go source must be in the project of
// the file that names it. Unsaved texts are read in place of what files hold.
func New(unsaved files.Overlay) *Reader {
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	return &Reader{disk: files.Reader{Overlay: unsaved}, dir: dir, files: map[string]*diag.Source{}, seen: Seen{}}
}

// Seen is what was looked at; false if something changed meanwhile.
func (s *Reader) Seen() (Seen, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.seen), !s.torn
}

// Changed returns the files that are not as they were once, and folders with a separator behind them.
func (s *Reader) Changed(once Seen) (paths []string) {
	for path, was := range once {
		if s.hasChanged(path, was) {
			paths = append(paths, path)
		}
	}
	return paths
}

func (s *Reader) hasChanged(path string, was cache.Sum) bool {
	dir, isFolder := strings.CutSuffix(path, string(os.PathSeparator))
	switch {
	case isFolder:
		s.Folder(dir)
	case was != "":
		s.Open(path)
	default: // it was not there, or not for the one who asked
		if _, err := s.disk.Overlay.Read(path); err == nil {
			return true
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.note(path, "")
	}
	return s.seen[path] != was
}

func (s *Reader) note(path string, is cache.Sum) {
	was, again := s.seen[path]
	s.torn = s.torn || again && was != is
	s.seen[path] = is
}

// read reads a file for another one that names it. The go command decides which
// source a program has, wherever that is.
func (s *Reader) read(owner, path string) ([]byte, error) {
	if filepath.Ext(path) == ".go" {
		return s.disk.Overlay.Read(path)
	}
	return s.disk.ReadFor(owner, path)
}

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
	s.mu.Lock()
	defer s.mu.Unlock()
	if src, known := s.files[path]; known {
		return src
	}
	content, err := s.read(path, path)
	s.note(path, sumOf(content, err))
	s.files[path] = nil
	if err == nil {
		s.files[path] = diag.NewSource(s.Name(path), content)
	}
	return s.files[path]
}

// Reread reads a file anew, for one who knows whether that is needed.
func (s *Reader) Reread(path string) ([]byte, error) { return s.RereadFor(path, path) }

// RereadFor is Reread for a file that another one names.
func (s *Reader) RereadFor(owner, path string) ([]byte, error) {
	content, err := s.read(owner, path)
	is := sumOf(content, err)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.note(path, is)
	return content, err
}

func sumOf(content []byte, err error) cache.Sum {
	if err != nil {
		return ""
	}
	return cache.SumOf(content)
}

// Folder lists the names in a folder; nil if it can't be read.
func (s *Reader) Folder(path string) []string {
	names := []string{}
	entries, err := os.ReadDir(path)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	is := cache.SumOfList(names...)
	if err != nil {
		names, is = nil, ""
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.note(path+string(os.PathSeparator), is)
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

// Add makes a file known that somebody else has read through Reread.
func (s *Reader) Add(path string, src *diag.Source) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files[path] == nil {
		s.files[path] = src
	}
}

// Dir is the working folder; empty if names are absolute.
func (s *Reader) Dir() string { return s.dir }

// Name is the file's name in spans.
func (s *Reader) Name(path string) string {
	if s.dir != "" {
		if rel, err := filepath.Rel(s.dir, path); err == nil && len(rel) <= len(path) {
			path = rel
		}
	}
	return filepath.ToSlash(path)
}

// Path undoes Name.
func (s *Reader) Path(name string) string {
	path := filepath.FromSlash(name)
	if filepath.IsAbs(path) || s.dir == "" {
		return path
	}
	return filepath.Join(s.dir, path)
}

// All returns the files read so far, by name.
func (s *Reader) All() diag.Sources {
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
