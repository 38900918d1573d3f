package statelint

import (
	"go/types"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	graph "github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/internal/source/golang/agents"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/goload"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
)

// Traced is who uses the keys of one schema.
type Traced struct {
	Units    []*graph.Unit
	Findings diag.List // packages that do not compile: what is in them may be missing
	Sources  diag.Sources
	Problem  string // what is missing of other modules, without which the packages were read
}

// Trace finds who uses the keys of the schema at a path, in the packages that match patterns:
// agents, tools, callbacks and functions. Packages of other schemas, which have another state,
// are left out, and so are tests. It reads packages from source, without a cache.
func Trace(schema string, patterns []string, o CheckOptions) (Traced, error) {
	path, err := filepath.Abs(schema)
	if err != nil {
		return Traced{}, err
	}
	list, problem, err := listAny(patterns, o)
	if err != nil {
		return Traced{}, err
	}
	l := newLinter(o.Options)
	l.projects, l.ctx = true, o.Context
	knowsState := mayKnowState(list)
	if s := l.schemas.Load(path).Readable(); s != nil && len(s.Check.Sinks) > 0 {
		knowsState = anyLocal(list) // functions of anybody's may be among them
	}
	traced := l.trace(path)
	facts := goload.NewFacts()
	err = readSource(list, o, knowsState, func(pkg *packages.Package) error {
		_, err := l.check(pkg, facts)
		forget(pkg)
		return err
	})
	if err != nil {
		return Traced{}, err
	}
	var all []*agents.Package
	for _, pkg := range list.Local {
		if k := traced[pkg.Types]; k != nil {
			all = append(all, k)
		}
	}
	found, _ := agents.Find(all, agents.Many)
	for _, u := range found {
		l.openFilesOf(u)
	}
	var broken diag.List
	for _, pkg := range list.Roots {
		if len(pkg.Errors) > 0 {
			broken = append(broken, project.NotCompiled(l.firstError(pkg)))
		}
	}
	return Traced{found, broken, l.sources.All(), problem}, nil
}

// trace lets the packages be kept that may have something to do with the keys of the schema
// at a path. The others are forgotten as soon as they are read, for they take much memory.
func (l *linter) trace(path string) map[*types.Package]*agents.Package {
	var mu sync.Mutex
	kept := map[*types.Package]*agents.Package{}
	l.keep = func(v *follow.Values, r *report.Recorder, governedBy string) {
		governed := governedBy == "" || governedBy == path
		if framework.Is(v.Pkg.Path()) || !governed || len(r.Uses) == 0 && !namesFramework(v.TypesInfo) {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		kept[v.Pkg] = &agents.Package{Values: v, Uses: r.Uses}
	}
	return kept
}

// namesFramework reports whether something in a package is of a framework's type, or a list of such.
func namesFramework(info *types.Info) bool {
	for _, known := range info.Types {
		t := known.Type
		if list, ok := t.(*types.Slice); ok {
			t = list.Elem()
		}
		if obj := framework.TypeName(t); obj != nil && obj.Pkg() != nil && framework.Is(obj.Pkg().Path()) {
			return true
		}
	}
	return false
}

// isAudited reports whether an audit looks at a package: it leaves out what is
// framework, though not the examples in ADK's own repository.
func isAudited(path string) bool {
	return !framework.Is(path) || strings.Contains(path+"/", "/examples/")
}

// openFilesOf reads the files that the places of a unit are in.
func (l *linter) openFilesOf(u *graph.Unit) {
	open := func(at diag.Span) { l.sources.Open(l.sources.Path(at.File)) }
	open(u.Place)
	for _, use := range u.Uses {
		open(use.Place())
	}
	for _, p := range u.Parts {
		open(p.Place)
	}
	for _, at := range u.Open {
		open(at)
	}
}
