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
	// LeavesFacts has the packages, by ID, that tell others something of their functions or keys.
	LeavesFacts map[string]bool
}

// edited returns the packages to check again where only files of some packages have changed: these, all that
// import them, and those whose facts these need. Nil: what has changed may matter to any, as generated code does.
func (c checked) edited(list *goload.Listing, changed []string) (again []*packages.Package) {
	owners := map[string][]*packages.Package{}
	for _, pkg := range list.Local {
		for _, file := range slices.Concat(pkg.GoFiles, pkg.EmbedFiles) {
			owners[file] = append(owners[file], pkg)
		}
	}
	stale := map[*packages.Package]bool{}
	for _, path := range changed {
		if _, isRead := c.Seen[filepath.Dir(path)+string(os.PathSeparator)]; isRead || len(owners[path]) == 0 {
			return nil // others may have read what a folder has, as they do with generated code
		}
		for _, pkg := range owners[path] {
			if r := c.Results[pkg.ID]; r == nil || r.Source != "" {
				return nil
			}
			stale[pkg] = true
		}
	}
	packages.Visit(list.Roots, nil, func(pkg *packages.Package) { // dependencies first, those from elsewhere too
		for _, imported := range pkg.Imports {
			stale[pkg] = stale[pkg] || stale[imported]
		}
	})
	for _, pkg := range list.Local {
		if stale[pkg] || c.LeavesFacts[pkg.ID] {
			again = append(again, pkg)
		}
	}
	return again
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
