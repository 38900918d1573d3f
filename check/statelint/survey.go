package statelint

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/finding"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/statelint/internal/evidence"
	"github.com/seed92179c4c/stategen/check/statelint/internal/factstore"
	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/golist"
	"github.com/seed92179c4c/stategen/check/statelint/internal/units"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// Surveyed is Go packages as an audit sees them.
type Surveyed struct {
	Found
	Facts  []audit.Fact
	Open   []audit.Open
	Stores map[string]audit.Storage // by program
	Texts  diag.List                // findings about how instructions are put together, and about deltas
	Agents []audit.Agent

	// Framework is how many of the packages are the framework's own, and left out.
	Framework int

	// Problem is why the go command could not list the packages; then they were read
	// without what they need of other modules.
	Problem string

	survey *survey
	all    []*packages.Package
	in     programs
}

// survey is what is noted of packages while evidence is gathered.
type survey struct {
	*linter
	asserted []assertedIn
	uses     []useIn
	graphs   []useIn                    // states of graphs that are made or set
	services map[string]sessionServices // by package
	funcs    functions
	stores   stores
	keeps    map[string]diag.Span // the packages with session services, and where
	states   []string             // those with states of their own
	units    []*units.Package
	deltas   diag.List // findings about those that no service gets
}

type assertedIn struct {
	evidence.Asserted
	pkg string
}

type useIn struct {
	keys.Use
	pkg string
}

// Survey reads the packages that match patterns as Collect does, and says what an
// audit wants to know of them.
func Survey(patterns []string, o CheckOptions) (*Surveyed, error) {
	list, err := loadSource(patterns, o)
	problem := ""
	if err != nil && !errors.Is(err, ErrNoPackages) && (o.Context == nil || o.Context.Err() == nil) {
		problem = err.Error()
		if list, err = golist.Bare(patterns, o.goCommand()); err == nil {
			err = readSource(list, o)
		}
	}
	if err != nil {
		return nil, err
	}
	all := list.Local
	o.AgentConfigs = agentConfigs(list.Roots, o.AgentConfigs)
	found, s, err := collectAll(list.Roots, all, o)
	if err != nil {
		return nil, err
	}
	in := programsOf(all, o.Dir, s.services)
	r := &Surveyed{Found: found, Stores: in.stores, Problem: problem, survey: s, all: all, in: in}
	for _, pkg := range list.Roots {
		if !isAudited(pkg.PkgPath) {
			r.Framework++
		}
	}
	agents := s.findAgents()
	s.facts(r, in, agents)
	s.opens(r, in)
	s.agents(r, agents)
	r.Texts = s.deltas
	maps.Copy(r.Sources, s.sources.All())
	return r, nil
}

// add notes what a package says.
func (s *survey) add(p *flow.Package, c *evidence.Collector) {
	path := strings.TrimSuffix(p.Pkg.Path(), "_test")
	if !isAudited(path) {
		return
	}
	for _, a := range c.Asserted {
		s.asserted = append(s.asserted, assertedIn{a, path})
	}
	for _, u := range c.Uses {
		s.uses = append(s.uses, useIn{u, path})
	}
	s.services[path] = s.services[path].with(servicesIn(p)) // its tests may be a package of their own
	s.funcs.add(p)
	s.addDeltas(p)
	s.addGraphs(p, path)
	s.units = append(s.units, &units.Package{Values: c.Values, Uses: c.Uses})
	if ownState(p) {
		s.states = append(s.states, path)
	}
	if at := s.stores.add(p); !at.IsZero() {
		s.keeps[path] = at
	}
}

// auditKinds are what uses mean to an audit.
var auditKinds = map[keys.UseKind]audit.Kind{
	keys.Get: audit.Read, keys.Set: audit.Write, keys.Clear: audit.Delete, keys.Output: audit.Output, keys.Placeholder: audit.Placeholder,
}

func (s *survey) facts(r *Surveyed, in programs, agents units.Audited) {
	begins, answers := s.begins(), answersIn(s.units, agents)
	for _, e := range r.Evidence {
		if e.About || !isAudited(strings.TrimSuffix(e.Package, "_test")) {
			continue
		}
		f := audit.Fact{
			Key: e.Key, Kind: auditKinds[e.Kind], Place: e.Span, Programs: in.with(e.Package), Test: e.Test,
			Optional: e.Presence == Tolerated, Type: writtenType(e), Delta: e.Delta, Copied: e.Copied,
		}
		if f.Kind == audit.Write && begins[place(e.Use)] {
			f.Kind = audit.Initial
		}
		f.Answer = f.Kind == audit.Output && answers[e.Span]
		s.funcs.at(&f)
		r.Facts = append(r.Facts, f)
	}
	for _, a := range s.asserted {
		f := audit.Fact{Key: a.Key, Kind: audit.Read, Place: a.Span, Programs: in.with(a.pkg), Test: a.Test, Kept: a.Kept, Library: in.isLibrary(a.pkg), Alone: in.alone[a.pkg]}
		s.funcs.at(&f)
		one := audit.Assertion{Type: auditType(a.Shape), Place: a.Span, Fails: !a.Checked}
		for _, shape := range a.All {
			one.All = append(one.All, auditType(shape))
		}
		if len(one.All) == 0 {
			one.All = []audit.Type{one.Type}
		}
		f.Asserted = []audit.Assertion{one}
		r.Facts = append(r.Facts, f)
	}
}

// begins are the places where keys are set that sessions are created with.
func (s *survey) begins() map[keys.Use]bool {
	at := map[keys.Use]bool{}
	for _, u := range s.uses {
		if u.Kind == keys.Begin && !u.Partial {
			at[place(u.Use)] = true
		}
	}
	return at
}

// place is a use without all but its key and the place of that.
func place(u keys.Use) keys.Use {
	if u.Kind == keys.Begin {
		u.Span = u.Site
	}
	return keys.Use{Key: u.Key, Span: u.Span}
}

// useKind is what a use means to an audit, if anything.
func useKind(k keys.UseKind) (audit.Kind, bool) {
	switch k {
	case keys.Begin:
		return audit.Initial, true
	case keys.Loaded:
		return audit.Read, true
	}
	kind, ok := auditKinds[k]
	return kind, ok
}

// opens notes what is only known in part, and texts that may be keys.
func (s *survey) opens(r *Surveyed, in programs) {
	said := map[keys.Use]bool{} // by key and kind, or by key and place
	for _, e := range r.Evidence {
		said[keys.Use{Key: e.Key, Kind: e.Kind}] = true
		said[place(e.Use)] = true
	}
	for pkg, at := range s.keeps { // by means of its own, too
		r.Open = append(r.Open, audit.Open{Place: at, Programs: in.with(pkg), Reads: true, Writes: true, OnlyNamed: true})
	}
	for _, u := range s.graphs {
		r.Facts = append(r.Facts, audit.Fact{Key: u.Key, Kind: audit.Write, Place: u.Span, Programs: in.with(u.pkg), Guessed: true})
	}
	for _, u := range s.uses {
		of := in.with(u.pkg)
		switch {
		case u.Test:
		case u.Kind == keys.Mention:
			r.Facts = append(r.Facts, audit.Fact{Key: u.Key, Kind: audit.Read, Place: u.Span, Programs: of, Guessed: true})
		case u.Callers && !in.isLibrary(u.pkg): // which are those of the programs
		case u.Key == keys.UnknownPart:
			r.Open = append(r.Open, opensOf(u, of, s.stores.have(u.Site))...)
		case u.Kind == keys.Begin && said[place(u.Use)]:
		case !u.Partial && !said[keys.Use{Key: u.Key, Kind: u.Kind}]: // generated code does it
			if kind, ok := useKind(u.Kind); ok {
				r.Facts = append(r.Facts, audit.Fact{Key: u.Key, Kind: kind, Place: u.Site, Programs: of})
			}
		case u.Partial:
			if kind, ok := useKind(u.Kind); ok {
				r.Facts = append(r.Facts, audit.Fact{Key: u.Key, Kind: kind, Place: u.Span, Programs: of})
			}
		}
	}
}

// opensOf are what a use of a key that is not known leaves open. What is only read under it may be what a text
// of the program is.
func opensOf(u useIn, programs []string, store bool) []audit.Open {
	o := audit.Open{Place: u.Site, Programs: programs, Reads: u.Reads(), Writes: u.Writes(), Within: u.Within, OnlyNamed: store}
	o.Text = u.Kind == keys.Placeholder && !u.Within
	if store || u.Kind != keys.Get || u.Whole || u.Callers {
		return []audit.Open{o}
	}
	named := o
	o.Within, o.Key, named.OnlyNamed = true, true, true
	return []audit.Open{named, o}
}

// Against checks the packages with the rules that need to know which keys there are,
// but not that anybody declared them.
func (r *Surveyed) Against(s *schema.Schema) (diag.List, error) {
	l := newLinter(Options{Unsaved: r.survey.options.Unsaved})
	l.ctx, l.against = r.survey.ctx, s
	facts := factstore.New()
	var list diag.List
	for _, pkg := range r.all {
		result, _, err := l.check(pkg, facts)
		if err != nil {
			return nil, err
		}
		if isAudited(pkg.PkgPath) {
			if len(s.Keys) == 0 { // braces are text in runs without any
				result.Findings = slices.DeleteFunc(result.Findings, finding.OfValues)
			}
			result.Findings = slices.DeleteFunc(result.Findings, r.survey.funcs.mergesInTurn)
			if slices.ContainsFunc(r.survey.states, func(other string) bool { return r.in.share(pkg.PkgPath, other) }) {
				result.Findings = finding.DoubtCopies(result.Findings)
			}
			list = append(list, finding.Undeclared(result.Findings, r.in.storage(pkg.PkgPath))...)
		}
	}
	maps.Copy(r.Sources, l.sources.All())
	return list, nil
}
