package statelint

import (
	"cmp"
	"go/constant"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/agents"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/schema"
)

// Surveyed is Go packages as an audit sees them.
type Surveyed struct {
	Found
	Source source.Found

	// Framework is how many of the packages are the framework's own, and left out.
	Framework int

	// Governed are the schemas of the Go files that have one, by their names, and GovernedPackages how many
	// packages these are.
	Governed         map[string]string
	GovernedPackages int

	// Problem is what is missing of other modules, without which the packages were read.
	Problem string

	survey *survey
	all    []*packages.Package
}

// Survey reads the packages that match patterns as Collect does, and says what an
// audit wants to know of them.
func Survey(patterns []string, o CheckOptions) (*Surveyed, error) {
	list, problem, err := listAny(patterns, o)
	if err != nil {
		return nil, err
	}
	found, s, err := collectAll(list, o)
	if err != nil {
		return nil, err
	}
	in := map[string]services{}
	for _, p := range s.order {
		in[p.path] = in[p.path].with(p.services) // its tests may be a package of their own
	}
	s.in = programsOf(list.Local, o.Dir, in)
	r := &Surveyed{Found: found, Problem: problem, Governed: map[string]string{}, survey: s, all: list.Local}
	for _, pkg := range list.Roots {
		if !isAudited(pkg.PkgPath) {
			r.Framework++
		}
		s.govern(r, pkg)
	}
	r.Source = source.Found{Programs: map[string][]string{}, Stores: s.in.stores}
	s.known(r)
	s.scanned(r)
	s.agents(r)
	maps.Copy(r.Sources, s.sources.All())
	return r, nil
}

// govern notes the schema of a package: the one that it names, or the nearest one.
func (s *survey) govern(r *Surveyed, pkg *packages.Package) {
	named := ""
	if p := s.parts[pkg.Types]; p != nil {
		named = p.schema
	}
	for i, file := range pkg.GoFiles {
		schema := cmp.Or(named, s.schemas.Nearest(filepath.Dir(file)))
		if schema == "" {
			return
		}
		if i == 0 && pkg.ID == pkg.PkgPath { // its tests are no package of their own
			r.GovernedPackages++
		}
		r.Governed[s.sources.Name(file)] = schema
	}
}

// use adds a use of a key in a package.
func (s *survey) use(r *Surveyed, u source.Use, pkg string) {
	r.Source.Uses = append(r.Source.Uses, u)
	s.place(r, u.Place(), pkg)
}

// place says which programs have a file.
func (s *survey) place(r *Surveyed, at diag.Span, pkg string) {
	for _, program := range s.in.with(pkg) {
		if !slices.Contains(r.Source.Programs[at.File], program) {
			r.Source.Programs[at.File] = append(r.Source.Programs[at.File], program)
		}
	}
}

// known notes the keys that evidence is about.
func (s *survey) known(r *Surveyed) {
	begins := s.begins()
	for _, e := range r.Evidence {
		pkg := strings.TrimSuffix(e.Package, "_test")
		if e.About || e.Partial || !isAudited(pkg) {
			continue
		}
		u := e.Use
		u.Optional = e.Presence == source.Tolerated
		u.Type = writtenType(e)
		if u.Kind == source.Set && begins[place(e.Use)] {
			u.Kind = source.Begin
		}
		s.use(r, u, pkg)
	}
	for _, u := range r.Files.Uses {
		if !u.Partial {
			u.Optional = u.Presence() == source.Tolerated
			s.use(r, u, "")
		}
	}
}

// begins are the places where keys are set that sessions are created with.
func (s *survey) begins() map[source.Use]bool {
	at := map[source.Use]bool{}
	for _, p := range s.order {
		for _, u := range p.uses {
			if u.Kind == source.Begin && !u.Partial {
				at[place(u)] = true
			}
		}
	}
	return at
}

// place is a use without all but its key and the place of that.
func place(u source.Use) source.Use {
	if u.Kind == source.Begin {
		u.Span = u.Site
	}
	return source.Use{Key: u.Key, Span: u.Span}
}

// scanned notes the uses of generated code, keys that are only known in part, and texts that may be keys.
func (s *survey) scanned(r *Surveyed) {
	said := map[source.Use]bool{} // by key and kind, or by key and place
	for _, e := range r.Evidence {
		said[source.Use{Key: e.Key, Kind: e.Kind}] = true
		said[place(e.Use)] = true
	}
	for _, p := range s.order {
		for _, u := range p.uses {
			begun := u.Kind == source.Begin && said[place(u)]
			known := u.Kind != source.Mention && said[source.Use{Key: u.Key, Kind: u.Kind}]
			switch {
			case u.Test, u.Kind == source.Unset, !u.Partial && (begun || known):
				continue
			case u.Callers && len(s.in.of[p.path]) > 0: // which are those of the programs
				continue
			}
			if u.Key == source.UnknownPart {
				u.Named = u.Kind == source.Get && !u.Whole && !u.Callers // a text of the program has it
			}
			s.use(r, u, p.path)
		}
	}
}

// agents notes agents, tools and callbacks. Where there are more than can be followed, nothing is said of them.
func (s *survey) agents(r *Surveyed) {
	var all []*agents.Package
	for _, p := range s.order {
		if p.unit != nil {
			all = append(all, p.unit)
		}
	}
	if !slices.ContainsFunc(all, savesOutput) { // the others say nothing of keys
		return
	}
	found, whole := agents.Find(all, agents.Few)
	if !whole {
		return
	}
	for _, u := range found {
		s.openFilesOf(u)
	}
	r.Source.Units = found
}

func savesOutput(p *agents.Package) bool {
	return slices.ContainsFunc(p.Uses, func(u source.Use) bool { return u.Kind == source.Output })
}

// Against checks the packages with the rules that need to know which keys there are,
// but not that anybody declared them. Packages that say nothing of state are left out.
func (r *Surveyed) Against(s *schema.Schema) (diag.List, error) {
	l := newLinter(Options{Unsaved: r.survey.options.Unsaved})
	l.ctx, l.against = r.survey.ctx, s
	var list diag.List
	for _, pkg := range r.all {
		result, err := l.check(pkg, r.survey.facts)
		if err != nil {
			return nil, err
		}
		if !isAudited(pkg.PkgPath) {
			continue
		}
		for _, d := range result.Findings {
			if project.NeedsSchema(d.ID) {
				continue
			}
			list = append(list, d)
			r.survey.place(r, d.Span, pkg.PkgPath)
		}
	}
	maps.Copy(r.Sources, l.sources.All())
	return list, nil
}

// writtenType is the type of a written value, if one is known. An empty text may mean
// that the key is cleared.
func writtenType(e Evidence) source.Type {
	switch {
	case e.Kind == source.Output:
		return source.String
	case e.Kind != source.Set || len(e.Types) != 1:
		return source.Unknown
	case e.Constant != nil && e.Constant.Kind() == constant.String && constant.StringVal(e.Constant) == "":
		return source.Null
	}
	return typesOfShapes[framework.ShapeOf(e.Types[0], (*types.Package).Name).Kind]
}

// typesOfShapes are the shapes of values as all languages have them. Of what has methods of its own nobody knows how
// it is stored.
var typesOfShapes = map[framework.ShapeKind]source.Type{
	framework.ShapeNil: source.Null, framework.ShapeString: source.String, framework.ShapeBool: source.Bool,
	framework.ShapeInt: source.Int, framework.ShapeInteger: source.Int, framework.ShapeFloat64: source.Float,
	framework.ShapeTime: source.Time, framework.ShapeAnyList: source.List, framework.ShapeList: source.List,
	framework.ShapeAnyMap: source.Object, framework.ShapeMap: source.Object,
	framework.ShapeStruct: source.Object, framework.ShapePointer: source.Object,
}
