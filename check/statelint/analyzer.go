package statelint

import (
	"context"
	"go/build"
	"path/filepath"
	"reflect"
	"strings"

	"github.com/seed92179c4c/stategen/check/statelint/internal/evidence"
	"github.com/seed92179c4c/stategen/check/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/check/statelint/internal/gencode"
	"github.com/seed92179c4c/stategen/check/statelint/internal/report"
	"github.com/seed92179c4c/stategen/check/statelint/internal/schemas"
	"github.com/seed92179c4c/stategen/check/statelint/internal/sources"
	"github.com/seed92179c4c/stategen/diag"
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

// Options says how packages are checked.
type Options struct {
	// Schema is the path of the schema for every package; empty: each
	// package's own.
	Schema string
	// Tests is whether findings in test files are reported. Tests use
	// undeclared keys on purpose.
	Tests bool
	// Warnings is whether the analyzer reports warnings, too: vet and its
	// kind know no severity, and fail a run for each finding. Check always
	// reports them, as what they are.
	Warnings bool
	// Suggestions is whether the analyzer offers what is no more than a
	// suggestion, too, such as a name that is near; its message says so. It is
	// for editors, which ask: vet and golangci-lint with -fix carry out all
	// that they are offered.
	Suggestions bool
	// ReadFile reads schemas, sources and embedded files. If it is nil they are
	// read from the disk, and what is no Go source only from the project of the
	// file that names it: the repository, workspace or module around it.
	ReadFile func(path string) ([]byte, error)
	// Unsaved is texts by absolute path that are read in place of what the files
	// hold, those of Go files too. ReadFile is not asked for them.
	Unsaved map[string][]byte
}

// New returns an analyzer of its own, with flags that begin as the options.
func New(o Options) *analysis.Analyzer {
	return newLinter(o).analyzer()
}

// linter is what the passes of one analyzer share.
type linter struct {
	ctx     context.Context // ends a check; nil: nothing does
	options Options
	sources *sources.Reader
	schemas *schemas.Finder
	codes   *gencode.Codes

	collecting *evidence.ReturnedMaps // not nil: evidence is gathered without a schema, nothing checked
	projects   bool                   // all uses are wanted, for the rules on whole projects
}

func newLinter(o Options) *linter {
	src := sources.New(o.ReadFile, o.Unsaved)
	return &linter{
		options: o, sources: src, schemas: schemas.New(src),
		codes: gencode.New(),
	}
}

func (l *linter) analyzer() *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       "statelint",
		Doc:        "check instructions and session state keys against stategen.yaml",
		Run:        l.run,
		FactTypes:  factTypes(),
		ResultType: reflect.TypeFor[*Result](),
	}
	a.Flags.StringVar(&l.options.Schema, "schema", l.options.Schema, "schema for all packages (default: the nearest stategen.yaml)")
	a.Flags.BoolVar(&l.options.Tests, "tests", l.options.Tests, "report findings in test files too")
	a.Flags.BoolVar(&l.options.Warnings, "warnings", l.options.Warnings, "report warnings too, which then fail the run")
	a.Flags.BoolVar(&l.options.Suggestions, "suggestions", l.options.Suggestions, "offer fixes that are not certain too, for editors")
	return a
}

func (l *linter) run(ap *analysis.Pass) (any, error) {
	if len(ap.Files) == 0 || isStandard(ap) {
		return &Result{}, nil
	}
	if l.collecting != nil {
		return l.collect(l.newPackage(ap)), nil
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
		l.reportAll(p, c.Recorder)
	}
	return result, nil
}

func (l *linter) newPackage(ap *analysis.Pass) *flow.Package { return flow.NewPackage(ap, l.sources) }

// isStandard reports whether a package belongs to Go itself.
func isStandard(ap *analysis.Pass) bool {
	name := ap.Fset.File(ap.Files[0].FileStart).Name()
	root := build.Default.GOROOT
	return root != "" && strings.HasPrefix(name, filepath.Join(root, "src")+string(filepath.Separator))
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
func (l *linter) reportAll(p *flow.Package, found *report.Recorder) {
	o := l.options
	c := newConverter(p)
	c.suggestions = o.Suggestions
	byFile := map[string]diag.List{}
	for i, d := range found.Findings {
		if !c.owns(d.Span) {
			d = c.elsewhere(d, found.Sites[i])
		}
		byFile[d.Span.File] = append(byFile[d.Span.File], d)
	}
	for name, list := range byFile {
		if src := p.Sources.Open(p.Sources.Path(name)); src != nil {
			list = found.Suppress(src, list.Sort())
		}
		for _, d := range list {
			if o.Warnings || d.Severity == diag.Error {
				c.report(d)
			}
		}
	}
}
