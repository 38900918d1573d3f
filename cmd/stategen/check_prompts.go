package main

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/schema"
)

// promptJob is one schema and the prompts to hold against it: those named on
// the command line, or all that the schema names.
type promptJob struct {
	schema  string
	prompts []*diag.Source
	all     bool
}

func (j *promptJob) run(ctx context.Context, r *checked) error {
	input, err := loadSchemas(ctx, []string{j.schema})
	if err != nil {
		return err
	}
	maps.Copy(r.sources, input.sources)
	r.findings = append(r.findings, input.diagnostics...)
	r.broken = r.broken || input.diagnostics.HasErrors()
	for _, s := range input.schemas {
		if j.all {
			r.findings = append(r.findings, generator.Names(s)...)
			stale, err := j.stale(ctx, s, r)
			if err != nil {
				return err
			}
			r.findings = append(r.findings, stale...)
		}
		if err := j.check(ctx, s, input.sources[s.File], r); err != nil {
			return err
		}
	}
	return nil
}

// check checks the prompts. The schema's own text goes along, since comments
// in it can silence findings in its instructions.
func (j *promptJob) check(ctx context.Context, s *schema.Schema, own *diag.Source, r *checked) error {
	files := slices.Clone(j.prompts)
	var unmatched diag.List
	if j.all {
		matched, err := matchTemplates(ctx, s)
		if err != nil {
			return err
		}
		files, unmatched = append(files, matched.files...), matched.none
		for _, skipped := range matched.skipped {
			r.note(diag.Span{File: filepath.ToSlash(skipped.Path)}, skipped.Err.Error())
		}
	}
	for _, f := range files {
		r.sources[f.Name] = f
	}
	files = append(files, own)
	found := check.Templates(s, files, unmatched...)
	if j.all {
		project, err := j.project(s, files, r)
		if err != nil {
			return err
		}
		found = append(found, project...)
	} else {
		found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return !j.named(d.Span.File) })
	}
	r.findings = append(r.findings, found...)
	j.countPrompts(s, files[:len(files)-1], r)
	return nil
}

// project applies the rules on whole projects if all of this one's code was
// checked.
func (j *promptJob) project(s *schema.Schema, files []*diag.Source, r *checked) (diag.List, error) {
	path, err := filepath.Abs(j.schema)
	if err != nil {
		return nil, err
	}
	code, ok := r.projects[path]
	if !ok {
		return nil, nil
	}
	return check.Project(s, files, code), nil
}

func (j *promptJob) named(file string) bool {
	return slices.ContainsFunc(j.prompts, func(p *diag.Source) bool { return p.Name == file })
}

// countPrompts counts the files, and the instructions that stand elsewhere.
func (j *promptJob) countPrompts(s *schema.Schema, files []*diag.Source, r *checked) {
	for _, f := range files {
		r.countPrompt(f.Name)
	}
	if !j.all {
		return
	}
	for _, i := range s.Instructions {
		if i.File == "" {
			r.countPrompt(s.File + " " + i.Name)
		} else {
			r.countPrompt(i.Source)
		}
	}
}

// countPrompt counts what stands in a file, once.
func (r *checked) countPrompt(name string) {
	if abs, err := filepath.Abs(name); err == nil {
		name = abs
	}
	r.prompts[name] = true
}

// isSchema reports whether a file that a pattern matches is a schema, and no
// prompt.
func isSchema(s *schema.Schema, path string) bool {
	return filepath.Clean(s.File) == filepath.Clean(path) || filepath.Base(path) == schemaName
}
