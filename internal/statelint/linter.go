package statelint

import (
	"context"
	"go/build"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/fix"
	"github.com/seed92179c4c/stategen/internal/rules/code"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/rules/prompt"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/evidence"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/framework"
	"github.com/seed92179c4c/stategen/internal/source/golang/gencode"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
	"github.com/seed92179c4c/stategen/internal/source/golang/schemas"
	"github.com/seed92179c4c/stategen/internal/source/golang/sources"
	"github.com/seed92179c4c/stategen/internal/source/golang/uses"
	"github.com/seed92179c4c/stategen/schema"
	"golang.org/x/tools/go/analysis"
)

// keep is told what is known of a package, and which schema governs it.
type keep func(v *follow.Values, r *report.Recorder, governedBy string)

// linter is what the passes of one analyzer share.
type linter struct {
	ctx     context.Context // ends a check; nil: nothing does
	options Options
	sources *sources.Reader
	schemas *schemas.Finder
	codes   *gencode.Codes

	projects bool                                       // all uses are wanted, for the rules on whole projects
	surveyed func(*follow.Package, *evidence.Collector) // gets each package's evidence, and nothing is checked; nil: it is
	against  *schema.Schema                             // of every package, instead of those in files; nil: none
	keep     keep                                       // is told of each package that was looked at; may be nil
}

func newLinter(o Options) *linter {
	src := sources.New(o.Unsaved)
	return &linter{
		options: o, sources: src, schemas: schemas.New(src),
		codes: gencode.New(),
	}
}

func (l *linter) newPackage(ap *analysis.Pass) *follow.Package {
	return follow.NewPackage(ap, l.sources)
}

// isStandard reports whether a package belongs to Go itself.
func isStandard(ap *analysis.Pass) bool {
	name := ap.Fset.File(ap.Files[0].FileStart).Name()
	root := build.Default.GOROOT
	return root != "" && strings.HasPrefix(name, filepath.Join(root, "src")+string(filepath.Separator))
}

// checkPackage checks a package against the schema at a path.
func (l *linter) checkPackage(p *follow.Package, s *schema.Schema, path string) (*Result, *code.Checker) {
	p.Sinks = sinksOf(s)
	p.IndexAll()
	values := follow.NewValues(p)
	generated := accessors.Find(values)
	checker := project.New(s)
	found := report.New(p, s, checker.Severity, l.options.Tests)
	c := code.New(values, found, checker, generated, fix.New(values, found, path, l.codes))
	c.EachUse = l.keep != nil
	c.Run()
	if l.projects {
		uses.New(values, found, generated).Scan()
	}
	if l.keep != nil {
		l.keep(values, found, path)
	}
	return resultOf(p, path, found), c
}

// withoutSchema looks at a package that no schema governs: it may be
// generated, or use the keys of another package.
func (l *linter) withoutSchema(p *follow.Package) *Result {
	code.PassOnMerges(p, nil)
	found := report.New(p, nil, nil, l.options.Tests)
	if len(p.OwnFiles) == 0 && !l.projects {
		return resultOf(p, "", found)
	}
	p.IndexNames()
	values := follow.NewValues(p)
	generated := accessors.Find(values)
	p.ExportGenerated()
	if l.projects {
		uses.New(values, found, generated).Scan()
	}
	if l.keep != nil {
		l.keep(values, found, "")
	}
	r := resultOf(p, "", found)
	if l.projects && l.keep == nil && isAudited(p.Pkg.Path()) && importsFramework(p.Pkg) {
		r.Ungoverned = l.firstUse(p.Pass)
	}
	return r
}

// firstUse is where a package that no schema governs uses a key.
func (l *linter) firstUse(ap *analysis.Pass) diag.Span {
	p := l.newPackage(ap)
	p.IndexAll()
	values := follow.NewValues(p)
	return evidence.New(values, report.New(p, nil, nil, false), prompt.ForADK().UndeclaredIn).FirstUse()
}

func importsFramework(pkg *types.Package) bool {
	return slices.ContainsFunc(pkg.Imports(), func(p *types.Package) bool { return framework.Is(p.Path()) })
}

// collect gathers evidence instead of checking.
func (l *linter) collect(p *follow.Package) {
	p.IndexAll()
	values := follow.NewValues(p)
	generated := accessors.Find(values)
	found := report.New(p, nil, nil, l.options.Tests)
	c := evidence.New(values, found, prompt.ForADK().UndeclaredIn)
	c.Run()
	uses.New(values, found, generated).Scan()
	l.surveyed(p, c)
}

// resultOf is what was found in a package.
func resultOf(p *follow.Package, path string, found *report.Recorder) *Result {
	return &Result{
		Schema: path, Findings: found.Findings, NotChecked: found.NotChecked, Prompts: found.Prompts, Uses: found.Uses,
		Source: p.GeneratedFrom, Sinks: p.Sinks.Seen(),
	}
}

func factTypes() []analysis.Fact {
	return append(follow.FactTypes(), new(accessors.Fact), new(code.MergesFact))
}
