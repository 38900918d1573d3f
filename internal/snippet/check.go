package snippet

import (
	"cmp"
	"path"
	"testing"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/fix"
	"github.com/seed92179c4c/stategen/internal/rules/code"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/internal/source/golang/accessors"
	"github.com/seed92179c4c/stategen/internal/source/golang/follow"
	"github.com/seed92179c4c/stategen/internal/source/golang/gencode"
	"github.com/seed92179c4c/stategen/internal/source/golang/report"
	"github.com/seed92179c4c/stategen/internal/source/golang/schemas"
	"github.com/seed92179c4c/stategen/internal/source/golang/uses"
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

// Check returns what the rules and the scan for uses find in the packages, each against its schema.
func (p *Program) Check(t testing.TB) (all []*report.Recorder) {
	t.Helper()
	found, codes := schemas.New(p.Sources), gencode.New()
	for _, ap := range p.Passes {
		all = append(all, p.check(ap, found, codes))
	}
	return all
}

func (p *Program) check(ap *analysis.Pass, found *schemas.Finder, codes *gencode.Codes) (r *report.Recorder) {
	pkg, file := follow.NewPackage(ap, p.Sources), found.Of(ap, "")
	s := found.Load(file).Readable()
	pkg.IndexAll()
	values := follow.NewValues(pkg)
	generated := accessors.Find(values)
	if s == nil {
		code.PassOnMerges(pkg, nil)
		pkg.ExportGenerated()
		r = report.New(pkg, nil, nil, false)
	} else {
		checker := project.New(s)
		r = report.New(pkg, s, checker.Severity, false)
		code.New(values, r, checker, generated, fix.New(values, r, file, codes)).Run()
	}
	uses.New(values, r, generated).Scan()
	return r
}

// Findings are those in all packages, sorted.
func Findings(all []*report.Recorder) (list diag.List) {
	for _, c := range all {
		list = append(list, c.Findings...)
	}
	return list.Sort()
}
