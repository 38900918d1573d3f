package statelint

import (
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/internal/source/configs"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/goload"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"golang.org/x/tools/go/packages"
)

// collectAll reads packages from source and gathers evidence. Packages that say nothing of
// state are forgotten as soon as they are read, for they take much memory.
func collectAll(list *goload.Listing, o CheckOptions) (Found, *survey, error) {
	l := newLinter(o.Options)
	l.ctx = o.Context
	s := newSurvey(l, list)
	l.surveyed = s.add
	if err := readSource(list, o, mayKnowState(list), s.look); err != nil {
		return Found{}, nil, err
	}
	o.AgentConfigs = agentConfigs(list.Roots, o.AgentConfigs)
	return s.settle(list, o), s, nil
}

// CollectFiles gathers what the agent configurations and Python files say that the
// options name, without any Go package.
func CollectFiles(o CheckOptions) Found {
	var found Found
	found.readFiles(newLinter(o.Options).sources, o)
	return found
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
	for _, u := range f.Files.Uses {
		s.Open(s.Path(u.Span.File))
	}
	for _, n := range f.Unresolved {
		s.Open(s.Path(n.Span.File))
	}
}

// modules notes the module of a package, that of ADK if it uses that, and which other
// frameworks it uses.
func (f *Found) modules(pkg *packages.Package) {
	if m := moduleOf(pkg); m.Path != "" && !slices.Contains(f.Modules, m) {
		f.Modules = append(f.Modules, m)
	}
	for path, imported := range pkg.Imports {
		f.Eino, f.TRPC = f.Eino || framework.Eino.Has(path), f.TRPC || framework.TRPC.Has(path)
		if m := moduleOf(imported); framework.ADK.Has(path) && m.Path > f.ADK.Path {
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

// agentConfigs lists the YAML files that packages embed, and more of them, each
// once. What only tests embed is left out.
func agentConfigs(roots []*packages.Package, more []string) []string {
	files := map[string]bool{}
	add := func(file string) {
		if configs.Is(file) {
			files[file] = true
		}
	}
	for _, pkg := range roots {
		if pkg.ID == pkg.PkgPath {
			for _, file := range pkg.EmbedFiles {
				add(file)
			}
		}
	}
	for _, file := range more {
		add(file)
	}
	return slices.Sorted(maps.Keys(files))
}
