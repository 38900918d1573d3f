package statelint

import (
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/agents"
	"github.com/seed92179c4c/stategen/internal/source/golang/evidence"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/goload"
)

// survey is what is noted of packages while evidence is gathered.
type survey struct {
	*linter
	facts    *goload.Facts
	asserted []assertedIn
	uses     []useIn
	services map[string]sessionServices // by package
	funcs    functions
	stores   stores
	keeps    map[string]diag.Span // the packages with session services, and where
	states   []string             // those with states of their own
	governed map[string]string    // the schemas of packages that have one
	units    []*agents.Package
	in       programs

	mu      sync.Mutex
	parts   map[*types.Package]*part
	results map[*packages.Package]*Result
}

// part is what one package says of keys.
type part struct {
	asserted []assertedIn
	uses     []useIn
	unit     *agents.Package // nil: the package says nothing of state
}

type assertedIn struct {
	evidence.Asserted
	pkg string
}

type useIn struct {
	source.Use
	pkg string
}

func newSurvey(l *linter) *survey {
	return &survey{
		linter: l, facts: goload.NewFacts(), services: map[string]sessionServices{}, funcs: functions{}, stores: stores{},
		keeps: map[string]diag.Span{}, governed: map[string]string{}, parts: map[*types.Package]*part{}, results: map[*packages.Package]*Result{},
	}
}

// look gathers what a package says, and forgets it if that is nothing.
func (s *survey) look(pkg *packages.Package) error {
	result, err := s.check(pkg, s.facts)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results[pkg] = result
	if part := s.parts[pkg.Types]; part == nil || part.unit == nil {
		forget(pkg)
	}
	return err
}

// forget takes from a package what is large.
func forget(pkg *packages.Package) { pkg.Syntax, pkg.TypesInfo = nil, nil }

// add notes what a package says. Several may be looked at at once.
func (s *survey) add(p *follow.Package, c *evidence.Collector) {
	part := &part{}
	if saysOfState(c) {
		part.unit = &agents.Package{Values: c.Values, Uses: slices.Clone(c.Uses)}
		for _, e := range c.Evidence {
			if e.Kind == source.Placeholder && !e.About {
				e.Use.Optional = e.Presence == source.Tolerated
				part.unit.Uses = append(part.unit.Uses, e.Use)
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.parts[p.Pkg] = part
	path := strings.TrimSuffix(p.Pkg.Path(), "_test")
	if !isAudited(path) {
		return
	}
	for _, a := range c.Asserted {
		part.asserted = append(part.asserted, assertedIn{a, path})
	}
	for _, u := range c.Uses {
		part.uses = append(part.uses, useIn{u, path})
	}
	if schema := s.schemas.Of(p.Pass, ""); schema != "" {
		s.governed[path] = schema
	}
	s.services[path] = s.services[path].with(servicesIn(p)) // its tests may be a package of their own
	s.funcs.add(p)
	if ownState(p) {
		s.states = append(s.states, path)
	}
	if at := s.stores.add(p); !at.IsZero() {
		s.keeps[path] = at
	}
}

// saysOfState reports whether a package uses a key or a text, or has something of a framework's type.
// That a text may be a key says nothing.
func saysOfState(c *evidence.Collector) bool {
	for _, u := range c.Uses {
		if u.Kind != source.Mention {
			return true
		}
	}
	return len(c.Evidence)+len(c.Asserted)+len(c.NotChecked)+len(c.Prompts) > 0 || namesFramework(c.TypesInfo)
}

// settle joins what the packages say, in their order.
func (s *survey) settle(list *goload.Listing, o CheckOptions) Found {
	found := Found{packages: map[string]bool{}}
	var unresolved []NotChecked
	var gathered []Evidence
	for _, pkg := range list.Local {
		if part := s.parts[pkg.Types]; part != nil {
			s.asserted, s.uses = append(s.asserted, part.asserted...), append(s.uses, part.uses...)
			if part.unit != nil && isAudited(strings.TrimSuffix(pkg.Types.Path(), "_test")) {
				s.units = append(s.units, part.unit)
			}
		}
		if !list.IsRoot[pkg.ID] {
			continue
		}
		if result := s.results[pkg]; result != nil {
			unresolved = append(unresolved, result.NotChecked...)
			gathered = append(gathered, result.Evidence...)
		}
		found.Broken = append(found.Broken, s.notCompiled(pkg)...)
		found.modules(pkg)
		found.packages[strings.TrimSuffix(strings.TrimSuffix(pkg.PkgPath, ".test"), "_test")] = true
	}
	found.Unresolved = slices.Concat(unresolved, found.Broken)
	found.Evidence, found.Packages = evidence.Once(gathered), len(found.packages)
	found.readFiles(s.sources, o)
	return found
}
