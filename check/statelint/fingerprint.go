package statelint

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/golist"
	"github.com/seed92179c4c/stategen/internal/remember"
	"golang.org/x/tools/go/packages"
)

// fingerprints sum up what the check of a package depends on before it begins:
// its own files, the schema that is nearest to it, and the same of all that it
// imports. What it reads on the way is not among it; see reads.
type fingerprints struct {
	*linter
	golist.Environment
	sums map[*packages.Package]remember.Sum
}

func (l *linter) fingerprints(e golist.Environment) *fingerprints {
	return &fingerprints{linter: l, Environment: e, sums: map[*packages.Package]remember.Sum{}}
}

func (f *fingerprints) of(pkg *packages.Package) remember.Sum {
	if known, ok := f.sums[pkg]; ok {
		return known
	}
	parts := []string{pkg.ID, pkg.Name, string(f.ofFiles(pkg)), string(ofModule(pkg.Module))}
	for _, path := range sortedKeys(pkg.Imports) {
		parts = append(parts, path, string(f.of(pkg.Imports[path])))
	}
	s := remember.SumOfList(parts...)
	f.sums[pkg] = s
	return s
}

// immutable reports whether a package is what its path and version say: one of
// Go itself, or of a downloaded module.
func (f *fingerprints) immutable(pkg *packages.Package) bool {
	if len(pkg.GoFiles) == 0 {
		return false
	}
	if pkg.Module == nil {
		return f.Released() && isBelow(pkg.GoFiles[0], f.Value("GOROOT"))
	}
	return !golist.IsLocal(pkg) && isBelow(pkg.GoFiles[0], f.Value("GOMODCACHE"))
}

func isBelow(file, dir string) bool {
	return dir != "" && strings.HasPrefix(file, filepath.Clean(dir)+string(filepath.Separator))
}

// ofFiles sums up a package's own files and the schema that is nearest to them.
func (f *fingerprints) ofFiles(pkg *packages.Package) remember.Sum {
	if f.immutable(pkg) {
		return ""
	}
	parts := []string{string(remember.SumOfList(pkg.EmbedFiles...))}
	for _, name := range pkg.GoFiles {
		parts = append(parts, name, string(f.sources.Sum(name)))
	}
	if len(pkg.GoFiles) > 0 {
		parts = append(parts, f.schemas.Nearest(filepath.Dir(pkg.GoFiles[0])))
	}
	return remember.SumOfList(parts...)
}

func ofModule(m *packages.Module) remember.Sum {
	if m == nil {
		return ""
	}
	parts := []string{m.Path, m.Version, m.GoVersion}
	if m.Replace != nil {
		parts = append(parts, m.Replace.Path, m.Replace.Version)
	}
	return remember.SumOfList(parts...)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
