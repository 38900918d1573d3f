package load_test

import (
	"io/fs"
	"testing"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/draw"
	"github.com/seed92179c4c/stategen/schema/load"
)

func FuzzLoad(f *testing.F) {
	for _, c := range draw.CasesOfSchemas(f) {
		for _, file := range c.Files {
			f.Add(file.Data)
		}
	}
	for _, rule := range load.Rules() {
		f.Add([]byte(rule.Bad))
		f.Add([]byte(rule.Good))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := load.Schema("stategen.yaml", func(name string) ([]byte, error) {
			if name == "stategen.yaml" || name == "common.yaml" {
				return data, nil
			}
			return nil, fs.ErrNotExist
		})
		if (r.Schema == nil) != r.Diagnostics.HasErrors() {
			t.Errorf("schema is nil: %v, but errors: %v", r.Schema == nil, r.Diagnostics.HasErrors())
		}
		for _, d := range r.Diagnostics {
			checkDiagnostic(t, r.Sources, d)
		}
		draw.Text(t, r)
	})
}

func checkDiagnostic(t *testing.T, sources diag.Sources, d diag.Diagnostic) {
	t.Helper()
	checkSpan(t, sources, d.Span)
	for _, r := range d.Related {
		checkSpan(t, sources, r.Span)
	}
	for _, fix := range d.Fixes {
		for _, e := range fix.Edits {
			checkSpan(t, sources, e.Span)
		}
	}
	if d.Message == "" || d.ID == "" {
		t.Errorf("%+v lacks words", d)
	}
}

func checkSpan(t *testing.T, sources diag.Sources, s diag.Span) {
	t.Helper()
	src := sources[s.File]
	if src == nil {
		t.Fatalf("%+v lies in no file", s)
	}
	if s.Start < 0 || s.End < s.Start || s.End > len(src.Text) {
		t.Errorf("%+v lies outside the file of %d bytes", s, len(src.Text))
	}
}
