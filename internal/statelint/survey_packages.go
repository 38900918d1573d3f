package statelint

import (
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/agents"
	"github.com/seed92179c4c/stategen/internal/source/golang/evidence"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/goload"
)

// survey is what is noted of packages while evidence is gathered.
type survey struct {
	*linter
	facts *goload.Facts
	local map[string]bool // the import paths of packages of this machine
	in    programs

	mu    sync.Mutex
	parts map[*types.Package]*part
	order []*part // of packages that an audit looks at
}

// part is what one package says.
type part struct {
	path       string // its import path, which its tests share
	evidence   []Evidence
	notChecked []NotChecked
	uses       []source.Use
	unit       *agents.Package // nil: the package says nothing of state
	services   services
	schema     string // that governs it; empty: there is none
}

func newSurvey(l *linter, list *goload.Listing) *survey {
	s := &survey{
		linter: l, facts: goload.NewFacts(), local: map[string]bool{},
		parts: map[*types.Package]*part{},
	}
	for _, pkg := range list.Local {
		s.local[pkg.PkgPath] = true
	}
	return s
}

// look gathers what a package says, and forgets it if that is nothing.
func (s *survey) look(pkg *packages.Package) error {
	_, err := s.check(pkg, s.facts)
	s.mu.Lock()
	defer s.mu.Unlock()
	if part := s.parts[pkg.Types]; part == nil || part.unit == nil {
		forget(pkg)
	}
	return err
}

// forget takes from a package what is large.
func forget(pkg *packages.Package) { pkg.Syntax, pkg.TypesInfo = nil, nil }

// add notes what a package says. Several may be looked at at once.
func (s *survey) add(p *follow.Package, c *evidence.Collector) {
	part := &part{
		path: strings.TrimSuffix(p.Pkg.Path(), "_test"), evidence: c.Evidence,
		notChecked: c.NotChecked, uses: c.Uses,
	}
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
	if !isAudited(part.path) {
		return
	}
	part.schema = s.schemas.Of(p.Pass, "")
	part.services = servicesIn(p, func(path string) bool { return s.local[path] })
}

// saysOfState reports whether a package uses a key or a text, or has something of a framework's type.
// That a text may be a key says nothing.
func saysOfState(c *evidence.Collector) bool {
	uses := slices.ContainsFunc(c.Uses, func(u source.Use) bool { return u.Kind != source.Mention })
	return uses || len(c.Evidence)+len(c.NotChecked)+len(c.Prompts) > 0 || namesFramework(c.TypesInfo)
}

// settle joins what the packages say, in their order.
func (s *survey) settle(list *goload.Listing, o CheckOptions) Found {
	found := Found{packages: map[string]bool{}}
	var gathered []Evidence
	for _, pkg := range list.Local {
		known := s.parts[pkg.Types]
		if known != nil && isAudited(known.path) {
			s.order = append(s.order, known)
		}
		if !list.IsRoot[pkg.ID] {
			continue
		}
		if known != nil {
			found.Unresolved = append(found.Unresolved, known.notChecked...)
			gathered = append(gathered, known.evidence...)
		}
		found.Broken = append(found.Broken, s.notCompiled(pkg)...)
		found.modules(pkg)
		found.packages[strings.TrimSuffix(strings.TrimSuffix(pkg.PkgPath, ".test"), "_test")] = true
	}
	found.Unresolved = append(found.Unresolved, found.Broken...)
	found.Evidence, found.Packages = evidence.Once(gathered), len(found.packages)
	found.readFiles(s.sources, o)
	return found
}
