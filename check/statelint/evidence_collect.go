package statelint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/factstore"
	"github.com/seed92179c4c/stategen/check/statelint/internal/framework"
	"github.com/seed92179c4c/stategen/check/statelint/internal/golist"
	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
	"golang.org/x/tools/go/packages"
)

// returnedMaps are functions whose results become state in other packages than
// their own. A first run finds them, a second one looks into them.
type returnedMaps struct {
	wanted map[string]int  // by full name: which result
	served map[string]bool // those that were looked into
}

// Collect gathers what the packages that match patterns say about state keys,
// and so do the agent configurations that they embed or the options name. It
// needs no schema. Test files are read if the options say so.
func Collect(patterns []string, o CheckOptions) (Found, error) {
	list, err := golist.List(patterns, o.goCommand())
	if err != nil {
		return Found{}, err
	}
	roots, all, err := list.Load()
	if err != nil {
		return Found{}, err
	}
	o.AgentConfigs = agentConfigs(list.Roots, o.AgentConfigs)
	returned := returnedMaps{wanted: map[string]int{}, served: map[string]bool{}}
	found, err := collect(roots, all, o, returned)
	if err == nil && len(returned.wanted) > 0 {
		return collect(roots, all, o, returned)
	}
	return found, err
}

func collect(roots, all []*packages.Package, o CheckOptions, returned returnedMaps) (Found, error) {
	l := newLinter(o.Options)
	l.collecting, l.ctx = &returned, o.Context
	facts := factstore.New()
	found := Found{packages: map[string]bool{}}
	var r Report
	seen := map[string]bool{}
	for _, pkg := range all {
		result, _, err := l.check(pkg, facts)
		if err != nil {
			return Found{}, err
		}
		if slices.Contains(roots, pkg) {
			r.NotChecked = append(r.NotChecked, result.NotChecked...)
			r.NotChecked = append(r.NotChecked, l.notCompiled(pkg)...)
			found.add(result.Evidence, seen)
			found.modules(pkg)
			found.packages[strings.TrimSuffix(strings.TrimSuffix(pkg.PkgPath, ".test"), "_test")] = true
		}
	}
	found.settle(&r)
	evidence, unread := l.readConfigs(o.AgentConfigs)
	found.add(evidence, seen)
	r.NotChecked = append(r.NotChecked, unread...)
	slices.SortFunc(r.NotChecked, compareNotChecked)
	found.Unresolved = slices.Compact(r.NotChecked)
	found.open(l.sources)
	found.Sources, found.Packages = l.sources.All(), len(found.packages)
	return found, nil
}

// notCompiled says so of a package that does not compile: what uses its types
// was not seen.
func (l *linter) notCompiled(pkg *packages.Package) []NotChecked {
	if len(pkg.Errors) == 0 {
		return nil
	}
	span, first := l.firstError(pkg)
	return []NotChecked{{Span: span, Reason: "this package does not compile: " + first}}
}

// open reads the files that places are in.
func (f *Found) open(s *sources.Reader) {
	for _, e := range f.Evidence {
		s.Open(s.Path(e.Span.File))
	}
	for _, n := range f.Unresolved {
		s.Open(s.Path(n.Span.File))
	}
}

// settle decides what became of keys whose unknown part other packages may
// fill. Those that none fills stay unknown.
func (f *Found) settle(r *Report) {
	answered := map[string]bool{}
	for _, e := range f.Evidence {
		answered[e.answers] = true
	}
	kept := f.Evidence[:0]
	for _, e := range f.Evidence {
		if e.answers != "" {
			continue
		}
		if e.awaits != "" {
			e.Passed = answered[e.awaits]
		}
		if e.Key != holeMark {
			kept = append(kept, e)
			continue
		}
		if !e.Passed && !e.About {
			r.NotChecked = append(r.NotChecked, NotChecked{Span: e.Span, Reason: "this state key is known only when the program runs"})
		}
	}
	f.Evidence = kept
}

// modules notes the module of a package, and that of the kit it uses.
func (f *Found) modules(pkg *packages.Package) {
	if m := moduleOf(pkg); m.Path != "" && !slices.Contains(f.Modules, m) {
		f.Modules = append(f.Modules, m)
	}
	for path, imported := range pkg.Imports {
		if m := moduleOf(imported); framework.ADKPath.MatchString(path) && m.Path > f.ADK.Path {
			f.ADK = m
		}
	}
}

func moduleOf(pkg *packages.Package) Module {
	if pkg.Module == nil {
		return Module{}
	}
	return Module{pkg.Module.Path, pkg.Module.Version, pkg.Module.Dir}
}

// add leaves out what was seen before: the files of a package are read again
// as part of its tests.
func (f *Found) add(list []Evidence, seen map[string]bool) {
	for _, e := range list {
		e.Package = strings.TrimSuffix(e.Package, "_test")
		id := fmt.Sprint(e.answers, e.Use, e.Types, e.Decoded, e.Presence, e.Floats, e.Builder, e.About, e.Passed)
		if !seen[id] {
			seen[id] = true
			f.Evidence = append(f.Evidence, e)
		}
	}
}
