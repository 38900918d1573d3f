package statelint

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
	"github.com/seed92179c4c/stategen/schema"
	"golang.org/x/tools/go/analysis"
)

const schemaName = "stategen.yaml"

// schemas finds and loads the schemas of packages. It is safe for concurrent
// use.
type schemas struct {
	sources *sources.Reader

	mu     sync.Mutex
	byPath map[string]*loadedSchema
	byDir  map[string]string // the nearest schema; empty: none
}

type loadedSchema struct {
	schema.Result
	stamps map[string]string // of the files that were read for it, by absolute path
	reads  sources.Reads
}

func newSchemas(src *sources.Reader) *schemas {
	return &schemas{sources: src, byPath: map[string]*loadedSchema{}, byDir: map[string]string{}}
}

// Directive begins the comment that names the schema of a package, relative to
// the file it stands in.
const Directive = "//stategen:schema "

// of returns the path of a package's schema: the one given for all packages,
// or its own; empty if it has none.
func (s *schemas) of(p *analysis.Pass, given string) string {
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
					dir := filepath.Dir(p.Fset.File(f.FileStart).Name())
					return filepath.Join(dir, filepath.FromSlash(strings.TrimSpace(rest)))
				}
			}
		}
	}
	return s.nearest(filepath.Dir(p.Fset.File(p.Files[0].FileStart).Name()))
}

// nearest looks for a schema in a folder and those above it.
func (s *schemas) nearest(dir string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lookUp(dir)
}

func (s *schemas) lookUp(dir string) string {
	if path, ok := s.byDir[dir]; ok {
		return path
	}
	path := filepath.Join(dir, schemaName)
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		path = ""
		if parent := filepath.Dir(dir); parent != dir {
			path = s.lookUp(parent)
		}
	}
	if path != "" { // an editor's user may add one any time
		s.byDir[dir] = path
	}
	return path
}

// load reads a schema, or returns it as read before if no file has changed.
func (s *schemas) load(path string) schema.Result { return s.loaded(path).Result }

// reads are the files that a schema was read from.
func (s *schemas) reads(path string) sources.Reads { return s.loaded(path).reads }

func (s *schemas) loaded(path string) *loadedSchema {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l, ok := s.byPath[path]; ok && l.fresh() {
		return l
	}
	l := &loadedSchema{stamps: map[string]string{}, reads: sources.Reads{}}
	src := s.sources.Noting(l.reads)
	l.Result = schema.Load(s.sources.Name(path), func(name string) ([]byte, error) {
		file := s.sources.Path(name)
		l.stamps[file] = sources.Stamp(file)
		return src.Reread(file)
	})
	for name, src := range l.Sources {
		file := s.sources.Path(name)
		s.sources.Add(file, src, l.stamps[file])
	}
	s.byPath[path] = l
	return l
}

func (l *loadedSchema) fresh() bool {
	for file, was := range l.stamps {
		if sources.Stamp(file) != was {
			return false
		}
	}
	return true
}
