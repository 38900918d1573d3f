package statelint

import (
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/internal/cache"
	"github.com/seed92179c4c/stategen/internal/source/golang/goload"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"golang.org/x/tools/go/packages"
)

// checked is what a check of packages has found. It is true as long as they, and all that it looked
// at, are as they were.
type checked struct {
	Seen    sources.Seen
	Results map[string]*Result // by the package's ID
}

// lastCheck is where the last check of the same patterns is kept, if it was one of the same packages.
func (l *linter) lastCheck(list *goload.Listing, o CheckOptions) cache.Entry[checked] {
	place := slices.Concat([]string{l.sources.Dir(), o.Dir, o.Schema}, o.BuildFlags, list.Patterns)
	var packages []string
	for _, id := range slices.Sorted(maps.Keys(list.ByID)) {
		packages = append(packages, string(l.sumOf(list, list.ByID[id])))
	}
	return cache.In[checked](o.Cache, place, append(packages, os.Getenv("GODEBUG")))
}

// sumOf sums up what the go command says of a package, and of one from elsewhere how its files look. Those of the
// others are read.
func (l *linter) sumOf(list *goload.Listing, pkg *packages.Package) cache.Sum {
	parts := slices.Concat([]string{pkg.ID, pkg.Name}, pkg.GoFiles, []string{""}, pkg.EmbedFiles)
	for _, path := range slices.Sorted(maps.Keys(pkg.Imports)) {
		parts = append(parts, path, pkg.Imports[path].ID)
	}
	if m := pkg.Module; m != nil {
		parts = append(parts, m.Path, m.Version, m.GoVersion)
	}
	for _, file := range pkg.GoFiles {
		if goload.IsLocal(pkg) || list.IsRoot[pkg.ID] {
			parts = append(parts, l.schemas.Nearest(filepath.Dir(file)))
		} else {
			parts = append(parts, sources.Stamp(file))
		}
	}
	return cache.SumOfList(parts...)
}
