package statelint

import (
	"encoding/gob"
	"os"

	"github.com/seed92179c4c/stategen/internal/cache"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/factstore"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/golist"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/sources"
	"golang.org/x/tools/go/packages"
)

// cached is what the last check has found in packages, kept in one entry for a
// working folder and patterns. Nothing in it is believed without proof: what was
// found in a package counts as long as everything that went into it is as it was.
type cached struct {
	entry cache.Entry[cacheEntry]
	cacheEntry
}

// cacheEntry is what is stored of one check.
type cacheEntry struct {
	Entries  map[string]*cachedResult // by the package's ID
	Compiled map[string]compiledFile  // by import path
}

// compiledFile is where the go command keeps what is compiled of a package. It
// names such files after their content.
type compiledFile struct {
	Sum  cache.Sum // the package's fingerprint
	Path string
}

// cachedResult is the outcome of one package.
type cachedResult struct {
	Sum   cache.Sum     // the package's fingerprint
	Reads sources.Reads // the files that were read besides
	Found storedResult
	Facts []factstore.Portable
}

// storedResult is a Result as it is stored.
type storedResult struct {
	Schema, Source string
	Means          string
	Ungoverned     diag.Span
	SchemaErrors   diag.List
	Findings       diag.List
	NotChecked     []NotChecked
	Prompts        []string
	Uses           []Use
	Sinks          map[int]string
}

func storedOf(r *Result) storedResult {
	return storedResult{r.Schema, r.source, r.means, r.ungoverned, r.SchemaErrors, r.Findings, r.NotChecked, r.Prompts, r.Uses, r.sinks}
}

func (f storedResult) result() *Result {
	return &Result{
		Schema: f.Schema, source: f.Source, means: f.Means, ungoverned: f.Ungoverned, SchemaErrors: f.SchemaErrors, Findings: f.Findings,
		NotChecked: f.NotChecked, Prompts: f.Prompts, Uses: f.Uses, sinks: f.Sinks,
	}
}

// openCache reads what the last check of the same patterns has found.
func (l *linter) openCache(patterns []string, e golist.Environment, o CheckOptions) *cached {
	for _, f := range factTypes() {
		gob.Register(f)
	}
	place := append([]string{l.sources.Dir(), o.Dir, o.Schema}, patterns...)
	conditions := []string{os.Getenv("GODEBUG"), string(cache.SumOfList(e.Values...)), string(cache.SumOfList(o.BuildFlags...))}
	m := &cached{entry: cache.In[cacheEntry](o.Cache, place, conditions)}
	m.cacheEntry, _ = m.entry.Load()
	return m
}

// of returns what is known of a package, nil if that is nothing or no longer
// true.
func (m *cached) of(pkg *packages.Package, fingerprint cache.Sum, s *sources.Reader) *cachedResult {
	e := m.Entries[pkg.ID]
	if e == nil || e.Sum != fingerprint || !e.Reads.Hold(s) {
		return nil
	}
	return e
}

// compiled returns the file of a compiled package if it is known and there.
func (m *cached) compiled(pkg *packages.Package, fingerprint cache.Sum) (string, bool) {
	f, ok := m.Compiled[pkg.PkgPath]
	if !ok || f.Sum != fingerprint {
		return "", false
	}
	_, err := os.Stat(f.Path)
	return f.Path, err == nil
}
