package statelint

import (
	"reflect"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/code"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/schemas"
	"golang.org/x/tools/go/analysis"
)

// Analyzer checks a package against the schema that its flag -schema names, or
// a //stategen:schema comment in one of its files, or else the nearest
// stategen.yaml in its folder or above. A package without a schema is left
// alone. Its result is a *Result.
//
// Vet and its kind don't know that the analyzer reads schemas, prompts and
// embedded files, so they may show what they found before one of these has
// changed. Check always reads them anew.
var Analyzer = New(Options{})

// Directive begins the comment that names the schema of a package, relative to
// the file it stands in.
const Directive = schemas.Directive

// New returns an analyzer of its own, with flags that begin as the options.
func New(o Options) *analysis.Analyzer {
	return newLinter(o).analyzer()
}

func (l *linter) analyzer() *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       "statelint",
		Doc:        "check instructions and session state keys against stategen.yaml",
		Run:        l.run,
		FactTypes:  factTypes(),
		ResultType: reflect.TypeFor[*Result](),
	}
	a.Flags.StringVar(&l.options.Schema, "schema", l.options.Schema,
		"schema for all packages (default: the nearest stategen.yaml)")
	a.Flags.BoolVar(&l.options.Tests, "tests", l.options.Tests, "report findings in test files too")
	a.Flags.BoolVar(&l.options.Warnings, "warnings", l.options.Warnings, "report warnings too, which then fail the run")
	return a
}

func (l *linter) run(ap *analysis.Pass) (any, error) {
	if len(ap.Files) == 0 || isStandard(ap) {
		return &Result{}, nil
	}
	if l.surveyed != nil {
		l.collect(l.newPackage(ap))
		return &Result{}, nil
	}
	if l.against != nil {
		result, _ := l.checkPackage(l.newPackage(ap), l.against, "")
		return result, nil
	}
	path := l.schemas.Of(ap, l.options.Schema)
	if path == "" {
		return l.withoutSchema(l.newPackage(ap)), nil
	}
	loaded := l.schemas.Load(path)
	s := loaded.Readable()
	if loaded.Schema == nil {
		reportSchema(ap, l.sources.Name(path))
	}
	if s == nil {
		return &Result{Schema: path, SchemaErrors: loaded.Diagnostics}, nil
	}
	p := l.newPackage(ap)
	result, c := l.checkPackage(p, s, path)
	if loaded.Schema == nil {
		result.SchemaErrors = loaded.Diagnostics
	}
	if ap.Report != nil {
		l.reportAll(p, c)
	}
	return result, nil
}

// reportSchema tells users of vet and editors why nothing is checked.
func reportSchema(ap *analysis.Pass, name string) {
	if ap.Report != nil {
		ap.Reportf(ap.Files[0].Name.Pos(), "%s has errors, so not all of this package is checked: run stategen check", name)
	}
}

// reportAll turns the findings into those of go/analysis. Drivers expect them
// in the package's own files: one in an embedded file or another package is
// shown where that is used.
func (l *linter) reportAll(p *follow.Package, found *code.Checker) {
	o := l.options
	c := newConverter(p)
	byFile := map[string]diag.List{}
	for i, d := range found.Findings {
		if !c.owns(d.Span) {
			d = c.elsewhere(d, found.Sites[i])
		}
		byFile[d.Span.File] = append(byFile[d.Span.File], d)
	}
	for name, list := range byFile {
		if src := p.Sources.Open(p.Sources.Path(name)); src != nil {
			list = found.Check.WithoutValues(found.Check.Suppress(src, list.Sort()), found.Uses)
		}
		for _, d := range list {
			if o.Warnings || d.Severity == diag.Error {
				c.report(d)
			}
		}
	}
}
