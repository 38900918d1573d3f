package statelint

import (
	"errors"
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
	files := slices.Clone(more)
	for _, pkg := range roots {
		if pkg.ID == pkg.PkgPath {
			files = append(files, pkg.EmbedFiles...)
		}
	}
	slices.Sort(files)
	return slices.Compact(slices.DeleteFunc(files, func(file string) bool { return !configs.Is(file) }))
}

// listAny lists packages, if need be without the go command. Where modules are missing, lacks
// says so.
func listAny(patterns []string, o CheckOptions) (list *goload.Listing, lacks string, err error) {
	list, err = goload.List(patterns, o.goCommand())
	switch {
	case err == nil:
		lacks = list.Lacks()
	case errors.Is(err, ErrNoPackages), o.Context != nil && o.Context.Err() != nil:
		return nil, "", err
	default:
		bare, nothing := goload.Bare(patterns, o.goCommand())
		if nothing != nil {
			return nil, "", err
		}
		list, lacks = bare, err.Error()
	}
	return list, lacks, nil
}

// readSource fills in the syntax and types of what is listed, without compiling what it depends on:
// of packages that may know of state, and of what is in one program with these. Use is called for
// each, as Read of Source says.
func readSource(list *goload.Listing, o CheckOptions, knowsState func(*packages.Package) bool,
	use func(*packages.Package) error) error {
	return list.Source(sources.New(o.Unsaved), list.Reaching(knowsState)).Read(use)
}

// mayKnowState reports whether a package is one of a framework, or one of those listed that may
// have a state of its own making, by the sequence that one has.
func mayKnowState(list *goload.Listing) func(*packages.Package) bool {
	return func(pkg *packages.Package) bool {
		return framework.Is(pkg.PkgPath) || pkg.Imports["iter"] != nil && (list.IsRoot[pkg.ID] || goload.IsLocal(pkg))
	}
}

// anyLocal lets all packages of this machine be read.
func anyLocal(list *goload.Listing) func(*packages.Package) bool {
	return func(pkg *packages.Package) bool { return list.IsRoot[pkg.ID] || goload.IsLocal(pkg) }
}
