// Package schemas knows which schema governs a Go package, and loads it: the one
// that a //stategen:schema comment names, or else the nearest stategen.yaml.
package schemas

import (
	"cmp"
	"path/filepath"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"github.com/seed92179c4c/stategen/schema/load"
	"golang.org/x/tools/go/analysis"
)

const schemaName = "stategen.yaml"

// Finder finds and loads the schemas of packages. It is safe for concurrent
// use.
type Finder struct {
	sources *sources.Reader

	mu     sync.Mutex
	byPath map[string]load.Result
	byDir  map[string]string // the nearest schema, where there is one
	named  map[string]string // the Go source that names a schema, by its path
}

// New returns a finder that reads schemas through src.
func New(src *sources.Reader) *Finder {
	return &Finder{sources: src, byPath: map[string]load.Result{}, byDir: map[string]string{}, named: map[string]string{}}
}

// Directive begins the comment that names the schema of a package, relative to
// the file it stands in.
const Directive = "//stategen:schema "

// Of returns the path of a package's schema: the one given for all packages,
// or its own; empty if it has none.
func (s *Finder) Of(p *analysis.Pass, given string) string {
	if given != "" {
		path, err := filepath.Abs(given)
		if err != nil {
			return given
		}
		return path
	}
	for _, f := range p.Files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				if rest, ok := strings.CutPrefix(c.Text, Directive); ok {
					return s.namedBy(p.Fset.File(f.FileStart).Name(), strings.TrimSpace(rest))
				}
			}
		}
	}
	return s.Nearest(filepath.Dir(p.Fset.File(p.Files[0].FileStart).Name()))
}

// namedBy returns the path of a schema that a Go file names, and notes that
// it is to be read in the project of that file.
func (s *Finder) namedBy(file, name string) string {
	path := filepath.Join(filepath.Dir(file), filepath.FromSlash(name))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.named[path] = file
	return path
}

// Nearest looks for a schema in a folder and those above it; empty: there is none.
func (s *Finder) Nearest(dir string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if path, ok := s.byDir[dir]; ok {
		return path
	}
	path := s.sources.Nearest(dir, schemaName)
	if path != "" { // an editor's user may add one any time
		s.byDir[dir] = path
	}
	return path
}

// Load reads a schema, once.
func (s *Finder) Load(path string) load.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l, ok := s.byPath[path]; ok {
		return l
	}
	owner := cmp.Or(s.named[path], path)
	l := load.Schema(s.sources.Name(path), func(name string) ([]byte, error) {
		return s.sources.RereadFor(owner, s.sources.Path(name))
	})
	for name, src := range l.Sources {
		s.sources.Add(s.sources.Path(name), src)
	}
	s.byPath[path] = l
	return l
}
