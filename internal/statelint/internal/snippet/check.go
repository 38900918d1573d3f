package snippet

import (
	"cmp"
	"path"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/check"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/accessors"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/flow"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/gencode"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/report"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/rewrite"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/rules"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/schemas"
	"github.com/seed92179c4c/stategen/internal/statelint/internal/uses"
	"github.com/seed92179c4c/stategen/schema/load"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"
)

// Generate adds to an archive the code that is generated from its schema.
func Generate(t testing.TB, a *txtar.Archive) *txtar.Archive {
	t.Helper()
	const name = "stategen.yaml"
	r := load.Schema(name, func(string) ([]byte, error) {
		for _, f := range a.Files {
			if f.Name == name {
				return f.Data, nil
			}
		}
		return nil, nil
	})
	if r.Schema == nil {
		t.Fatal(r.Diagnostics)
	}
	pkg := cmp.Or(r.Schema.Package, path.Base(r.Schema.Out))
	files, problems := generator.Generate(r.Schema, generator.Options{Package: pkg, Source: "../" + name})
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	for _, f := range files {
		a.Files = append(a.Files, txtar.File{Name: path.Join(r.Schema.Out, f.Name), Data: f.Content})
	}
	return a
}

// Checked is what the rules and the scan for uses find in a package.
type Checked struct {
	*report.Recorder
	Accessors *accessors.Finder
}

// Check applies the rules to the packages, each against its schema.
func (p *Program) Check(t testing.TB) (all []Checked) {
	t.Helper()
	found, codes := schemas.New(p.Sources), gencode.New()
	for _, ap := range p.Passes {
		all = append(all, p.check(ap, found, codes))
	}
	return all
}

func (p *Program) check(ap *analysis.Pass, found *schemas.Finder, codes *gencode.Codes) Checked {
	pkg, file := flow.NewPackage(ap, p.Sources), found.Of(ap, "")
	s := found.Load(file).Readable()
	pkg.IndexAll()
	values := flow.NewValues(pkg)
	c := Checked{Accessors: accessors.Find(values)}
	if s == nil {
		rules.PassOnMerges(pkg, nil)
		pkg.ExportGenerated()
		c.Recorder = report.New(pkg, nil, nil, false)
	} else {
		values.FindStates()
		checker := check.New(s)
		c.Recorder = report.New(pkg, s, checker.Severity, false)
		rules.New(values, c.Recorder, checker, c.Accessors, rewrite.New(values, c.Recorder, file, codes)).Run()
	}
	uses.New(values, c.Recorder, c.Accessors).Scan()
	return c
}

// Findings are those in all packages, sorted.
func Findings(all []Checked) (list diag.List) {
	for _, c := range all {
		list = append(list, c.Findings...)
	}
	return list.Sort()
}
