package workspace

import (
	"context"
	"maps"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/schema"
)

// promptJob is one schema and the prompts to check against it: those that patterns
// name, or all that the schema names.
type promptJob struct {
	schema  string
	prompts []*diag.Source
	unread  diag.List // prompts that can't be read
	all     bool
	matched *templates // that the schema names; nil: they are looked for
}

// checkPrompts does one job.
func (c *checking) checkPrompts(ctx context.Context, j *promptJob) error {
	input, err := c.load(ctx, nil, []string{j.schema})
	if err != nil {
		return err
	}
	maps.Copy(c.Sources, input.Sources)
	c.Findings = append(c.Findings, input.Findings...)
	c.Broken = c.Broken || input.Findings.HasErrors()
	for _, s := range input.Schemas {
		if j.all {
			c.Findings = append(c.Findings, generator.Names(s)...)
			stale, err := c.stale(ctx, s)
			if err != nil {
				return err
			}
			c.Findings = append(c.Findings, stale...)
		}
		if err := c.checkSchema(ctx, j, s, input.Sources[s.File]); err != nil {
			return err
		}
	}
	return nil
}

// checkSchema checks the prompts of a schema. The schema's own text goes along, since comments
// in it can silence findings in its instructions.
func (c *checking) checkSchema(ctx context.Context, j *promptJob, s *schema.Schema, own *diag.Source) error {
	files := slices.Clone(j.prompts)
	more := slices.Clone(j.unread)
	if j.all {
		matched, err := c.matchedBy(ctx, j, s)
		if err != nil {
			return err
		}
		files, more = append(files, matched.files...), slices.Concat(more, matched.none, matched.unread)
	}
	for _, f := range files {
		c.Sources[f.Name] = f
	}
	checker := project.New(s)
	for _, u := range checker.Unread(files) {
		c.note(u.Span, u.Reason)
	}
	files = append(files, own)
	found := checker.WithoutValues(project.Templates(s, files, more...), c.uses)
	if j.all {
		project, err := c.projectFindings(j, s, files)
		if err != nil {
			return err
		}
		onGraph, err := c.flowFindings(ctx, j, s, own)
		if err != nil {
			return err
		}
		found = append(append(found, project...), onGraph...)
	} else {
		found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return !j.named(d.Span.File) })
	}
	c.Findings = append(c.Findings, found...)
	c.countPrompts(j, s, files[:len(files)-1])
	return nil
}

func (c *checking) matchedBy(ctx context.Context, j *promptJob, s *schema.Schema) (templates, error) {
	if j.matched != nil {
		return *j.matched, nil
	}
	return c.disk().matchTemplates(ctx, s)
}

// projectFindings applies the rules on whole projects if all of this one's code was
// checked.
func (c *checking) projectFindings(j *promptJob, s *schema.Schema, files []*diag.Source) (diag.List, error) {
	path, err := filepath.Abs(j.schema)
	if err != nil {
		return nil, err
	}
	code, ok := c.projects[path]
	if !ok {
		return nil, nil
	}
	return project.Project(s, files, code), nil
}

func (j *promptJob) named(file string) bool {
	return slices.ContainsFunc(j.prompts, func(p *diag.Source) bool { return p.Name == file }) ||
		slices.ContainsFunc(j.unread, func(d diag.Diagnostic) bool { return d.Span.File == file })
}

// countPrompts counts the files, and the instructions that are elsewhere.
func (c *checking) countPrompts(j *promptJob, s *schema.Schema, files []*diag.Source) {
	for _, f := range files {
		c.countPrompt(f.Name)
	}
	if !j.all {
		return
	}
	for _, i := range s.Instructions {
		if i.File == "" {
			c.countPrompt(s.File + " " + i.Name)
		} else {
			c.countPrompt(i.Source)
		}
	}
}
