package statelint

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// fingerprints sum up what the check of a package depends on before it begins:
// its own files, the schema that is nearest to it, and the same of all that it
// imports. What it reads on the way is not among it; see reads.
type fingerprints struct {
	*linter
	environment
	sums map[*packages.Package]sum
}

func (l *linter) fingerprints(e environment) *fingerprints {
	return &fingerprints{linter: l, environment: e, sums: map[*packages.Package]sum{}}
}

func (f *fingerprints) of(pkg *packages.Package) sum {
	if known, ok := f.sums[pkg]; ok {
		return known
	}
	h := sha256.New()
	write(h, pkg.ID, pkg.Name)
	if !f.immutable(pkg) {
		f.writeFiles(h, pkg)
	}
	if m := pkg.Module; m != nil {
		write(h, m.Path, m.Version, m.GoVersion)
		if m.Replace != nil {
			write(h, m.Replace.Path, m.Replace.Version)
		}
	}
	for _, path := range sortedKeys(pkg.Imports) {
		s := f.of(pkg.Imports[path])
		write(h, path, string(s[:]))
	}
	s := sum(h.Sum(nil))
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
		return f.released() && isBelow(pkg.GoFiles[0], f.value("GOROOT"))
	}
	return !isLocal(pkg) && isBelow(pkg.GoFiles[0], f.value("GOMODCACHE"))
}

func isBelow(file, dir string) bool {
	return dir != "" && strings.HasPrefix(file, filepath.Clean(dir)+string(filepath.Separator))
}

func (f *fingerprints) writeFiles(h hash.Hash, pkg *packages.Package) {
	write(h, pkg.EmbedFiles...)
	for _, name := range pkg.GoFiles {
		s := f.sources.file(name).sum
		write(h, name, string(s[:]))
	}
	if len(pkg.GoFiles) > 0 {
		write(h, f.schemas.nearest(filepath.Dir(pkg.GoFiles[0])))
	}
}

// write adds texts to a sum so that no two lists of texts are the same.
func write(h hash.Hash, texts ...string) {
	fmt.Fprint(h, len(texts), " ")
	for _, t := range texts {
		fmt.Fprint(h, len(t), " ", t)
	}
}

// program identifies the running program by all of its bytes: a change of a
// rule is a change of the answers.
func program() (sum, error) {
	path, err := os.Executable()
	if err != nil {
		return sum{}, err
	}
	text, err := os.ReadFile(path)
	return sumOf(text), err
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
