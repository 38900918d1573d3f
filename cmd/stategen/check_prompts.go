package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/bmatcuk/doublestar/v4"
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

func (j *promptJob) run(r *checked) error {
	input, err := load([]string{j.schema})
	if err != nil {
		return err
	}
	maps.Copy(r.sources, input.sources)
	r.findings = append(r.findings, input.diagnostics...)
	r.broken = r.broken || input.diagnostics.HasErrors()
	for _, s := range input.schemas {
		if j.all {
			r.findings = append(r.findings, generator.Names(s)...)
		}
		if err := j.check(s, input.sources[s.File], r); err != nil {
			return err
		}
	}
	return nil
}

// check checks the prompts. The schema's own text goes along, since comments
// in it can silence findings in its instructions.
func (j *promptJob) check(s *schema.Schema, own *diag.Source, r *checked) error {
	files := slices.Clone(j.prompts)
	var unmatched diag.List
	if j.all {
		matched, missed, err := matchTemplates(s)
		if err != nil {
			return err
		}
		files, unmatched = append(files, matched...), missed
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

// matchTemplates reads the files that the schema's patterns match, relative to
// its folder, and finds the patterns that match none.
func matchTemplates(s *schema.Schema) (files []*diag.Source, unmatched diag.List, err error) {
	for _, glob := range s.Check.Templates {
		pattern := filepath.Join(filepath.Dir(s.File), filepath.FromSlash(glob.Pattern))
		paths, err := doublestar.FilepathGlob(pattern, doublestar.WithFilesOnly())
		if err != nil {
			return nil, nil, fmt.Errorf("%s: check.templates %q: %w", s.File, glob.Pattern, err)
		}
		paths = slices.DeleteFunc(paths, func(path string) bool { return isSchema(s, path) || isNoFile(path) })
		if len(paths) == 0 {
			info, err := os.Stat(pattern)
			unmatched = append(unmatched, check.UnmatchedPattern(glob, err == nil && info.IsDir()))
		}
		slices.Sort(paths)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, nil, err
			}
			files = append(files, diag.NewSource(path, text))
		}
	}
	return files, unmatched, nil
}

// isNoFile reports whether what a pattern matches can't be a prompt: a link that
// leads nowhere, as editors put beside the files they have open, or to a folder.
func isNoFile(path string) bool {
	info, err := os.Stat(path)
	return errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular()
}

// isSchema reports whether a file that a pattern matches is a schema, and no
// prompt.
func isSchema(s *schema.Schema, path string) bool {
	return filepath.Clean(s.File) == filepath.Clean(path) || filepath.Base(path) == schemaName
}
