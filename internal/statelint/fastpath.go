package statelint

import (
	"sync"

	"github.com/seed92179c4c/stategen/internal/statelint/internal/factstore"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/fingerprint"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/golist"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/sources"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/typecheck"
	"golang.org/x/tools/go/packages"
)

// checkFast checks packages of which all is as usual, and reads only those
// about which nothing is cached, with what they import. Otherwise it
// returns typecheck.ErrNeedsFullLoad.
func (l *linter) checkFast(list *golist.Listing, o CheckOptions) ([]checkedPackage, error) {
	c, err := l.newCheckup(list, o)
	if err != nil {
		return nil, err
	}
	if err := c.read(); err != nil {
		return nil, err
	}
	var checked []checkedPackage
	for _, pkg := range list.Local {
		checked = append(checked, checkedPackage{pkg, c.outcomes[pkg].Found.result(), list.IsRoot[pkg.ID]})
	}
	return checked, nil
}

// checkup is one check on the fast path.
type checkup struct {
	*linter
	*golist.Listing
	arch   string
	doing  func(what string) (done func())
	prints *fingerprint.Prints
	cached *cached

	mu       sync.Mutex
	outcomes map[*packages.Package]*cachedResult
	compiled map[string]string // files of compiled packages, by import path
}

// newCheckup begins a check with what is cached.
func (l *linter) newCheckup(list *golist.Listing, o CheckOptions) (*checkup, error) {
	if o.Tests || !list.Plain() {
		return nil, typecheck.ErrNeedsFullLoad
	}
	e, err := list.Environment()
	if err != nil || !e.Plain() {
		return nil, typecheck.ErrNeedsFullLoad
	}
	c := &checkup{
		linter: l, Listing: list, arch: e.Value("GOARCH"), doing: o.doing,
		prints: fingerprint.New(e, l.sources, l.schemas), cached: l.openCache(list.Patterns, e, o), outcomes: map[*packages.Package]*cachedResult{},
	}
	c.reuse()
	return c, nil
}

// reuse takes over what is known of packages that import none of which
// something is not known.
func (c *checkup) reuse() {
	for _, pkg := range c.Local {
		known := c.cached.of(pkg, c.prints.Of(pkg), c.sources)
		for _, imported := range pkg.Imports {
			if golist.IsLocal(imported) && c.outcomes[imported] == nil {
				known = nil
			}
		}
		if known != nil {
			c.outcomes[pkg] = known
		}
	}
}

// read reads and checks the packages of which nothing is known, if there are
// any. Those that they import are read without the bodies of their functions.
func (c *checkup) read() error {
	needed := c.needed()
	if len(needed) == 0 {
		return nil
	}
	t, err := typecheck.New(c.sources, c.arch, needed, c.compiledFiles)
	if err != nil {
		return err
	}
	defer c.doing("checking Go packages")()
	facts := factstore.New()
	err = typecheck.InParallel(needed, func(pkg *packages.Package) error { return c.readOne(pkg, t, facts) })
	if err == nil && c.sources.Unchanged() {
		c.cached.entry.Save(c.entryToSave())
	}
	return err
}

// needed are the packages of which nothing is known, and the local ones that
// they depend on; dependencies first.
func (c *checkup) needed() []*packages.Package {
	wanted := map[*packages.Package]bool{}
	var list []*packages.Package
	for i := len(c.Local) - 1; i >= 0; i-- {
		pkg := c.Local[i]
		if c.outcomes[pkg] == nil {
			wanted[pkg] = true
		}
		for _, imported := range pkg.Imports {
			wanted[imported] = wanted[imported] || wanted[pkg]
		}
	}
	for _, pkg := range c.Local {
		if wanted[pkg] {
			list = append(list, pkg)
		}
	}
	return list
}

func (c *checkup) readOne(pkg *packages.Package, t *typecheck.Checker, facts *factstore.Store) error {
	known := c.outcome(pkg)
	if err := t.Check(pkg, known == nil); err != nil {
		return err
	}
	defer forget(pkg)
	if known != nil {
		facts.Adopt(pkg.Types, known.Facts)
		return nil
	}
	read := sources.Reads{}
	result, exported, err := c.noting(read).check(pkg, facts)
	if err != nil {
		return err
	}
	if result.Schema != "" {
		read.Join(c.schemas.Reads(result.Schema))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.outcomes[pkg] = &cachedResult{Sum: c.prints.Of(pkg), Reads: read, Found: storedOf(result), Facts: exported}
	return nil
}

func (c *checkup) outcome(pkg *packages.Package) *cachedResult {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.outcomes[pkg]
}

// entryToSave is what the next check may use: nothing of packages that are no longer
// there.
func (c *checkup) entryToSave() cacheEntry {
	k := cacheEntry{Entries: map[string]*cachedResult{}, Compiled: map[string]compiledFile{}}
	for pkg, outcome := range c.outcomes {
		k.Entries[pkg.ID] = outcome
	}
	for path, f := range c.cached.Compiled {
		if pkg := c.ByID[path]; pkg != nil && c.prints.Of(pkg) == f.Sum {
			k.Compiled[path] = f
		}
	}
	for path, file := range c.compiled {
		k.Compiled[path] = compiledFile{c.prints.Of(c.ByID[path]), file}
	}
	return k
}

// noting is the same linter, for a package whose reading of files is noted.
func (l *linter) noting(r sources.Reads) *linter {
	out := *l
	out.sources = l.sources.Noting(r)
	return &out
}

// compiledFiles says where the compiled packages are, by import path. If one of
// them is not known, it asks the go command, which compiles it if it has to.
func (c *checkup) compiledFiles(list []*packages.Package) (map[string]string, error) {
	c.compiled = map[string]string{}
	var paths []string
	for _, pkg := range list {
		paths = append(paths, pkg.PkgPath)
		if file, ok := c.cached.compiled(pkg, c.prints.Of(pkg)); ok {
			c.compiled[pkg.PkgPath] = file
		}
	}
	if len(c.compiled) == len(paths) {
		return c.compiled, nil
	}
	done := c.doing(compiling)
	found, err := c.ExportFiles(paths)
	done()
	for _, pkg := range found {
		c.compiled[pkg.PkgPath] = pkg.ExportFile
	}
	return c.compiled, err
}
