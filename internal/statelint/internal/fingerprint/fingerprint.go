// Package fingerprint sums up what the check of a package depends on before it
// begins, so that a change of any of it is seen without reading the package.
package fingerprint

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/cache"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/golist"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/schemas"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/sources"
	"golang.org/x/tools/go/packages"
)

// Prints sum up packages: their own files, the schemas that are nearest to them,
// and the same of all that they import. What a check reads on the way is not
// among it; see sources.Reads.
type Prints struct {
	environment golist.Environment
	sources     *sources.Reader
	schemas     *schemas.Finder
	sums        map[*packages.Package]cache.Sum
}

// New returns prints of packages as the go command finds them in an environment.
func New(e golist.Environment, src *sources.Reader, nearest *schemas.Finder) *Prints {
	return &Prints{environment: e, sources: src, schemas: nearest, sums: map[*packages.Package]cache.Sum{}}
}

// Of returns the fingerprint of a package. It is safe for concurrent use with
// packages of which it was asked before.
func (f *Prints) Of(pkg *packages.Package) cache.Sum {
	if known, ok := f.sums[pkg]; ok {
		return known
	}
	parts := []string{pkg.ID, pkg.Name, string(f.ofFiles(pkg)), string(ofModule(pkg.Module))}
	for _, path := range slices.Sorted(maps.Keys(pkg.Imports)) {
		parts = append(parts, path, string(f.Of(pkg.Imports[path])))
	}
	s := cache.SumOfList(parts...)
	f.sums[pkg] = s
	return s
}

// immutable reports whether a package is what its path and version say: one of
// Go itself, or of a downloaded module.
func (f *Prints) immutable(pkg *packages.Package) bool {
	if len(pkg.GoFiles) == 0 {
		return false
	}
	if pkg.Module == nil {
		return f.environment.Released() && isBelow(pkg.GoFiles[0], f.environment.Value("GOROOT"))
	}
	return !golist.IsLocal(pkg) && isBelow(pkg.GoFiles[0], f.environment.Value("GOMODCACHE"))
}

func isBelow(file, dir string) bool {
	return dir != "" && strings.HasPrefix(file, filepath.Clean(dir)+string(filepath.Separator))
}

// ofFiles sums up a package's own files and the schema that is nearest to them.
func (f *Prints) ofFiles(pkg *packages.Package) cache.Sum {
	if f.immutable(pkg) {
		return ""
	}
	parts := []string{string(cache.SumOfList(pkg.EmbedFiles...))}
	for _, name := range pkg.GoFiles {
		parts = append(parts, name, string(f.sources.Sum(name)))
	}
	if len(pkg.GoFiles) > 0 {
		parts = append(parts, f.schemas.Nearest(filepath.Dir(pkg.GoFiles[0])))
	}
	return cache.SumOfList(parts...)
}

func ofModule(m *packages.Module) cache.Sum {
	if m == nil {
		return ""
	}
	parts := []string{m.Path, m.Version, m.GoVersion}
	if m.Replace != nil {
		parts = append(parts, m.Replace.Path, m.Replace.Version)
	}
	return cache.SumOfList(parts...)
}
