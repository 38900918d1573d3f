package workspace

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/schema"
)

// stale reports the schema if generating it would change what is there, and
// those that it imports.
func (c *checking) stale(ctx context.Context, s *schema.Schema) (diag.List, error) {
	if s.Partial {
		return nil, nil
	}
	found, err := c.staleAt(ctx, s.File, s.OutSpan)
	if err != nil {
		return nil, err
	}
	for _, i := range s.Imports {
		more, err := c.staleAt(ctx, i.File, i.Span)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	return s.Check.Apply(found), nil
}

// staleAt looks at the code of a schema's file, once in a run, and reports it at
// a place.
func (c *checking) staleAt(ctx context.Context, file string, at diag.Span) (diag.List, error) {
	abs, err := filepath.Abs(file)
	if err != nil || c.generated[abs] {
		return nil, err
	}
	c.generated[abs] = true
	p, err := c.generatedPackage(ctx, filepath.FromSlash(file))
	if err != nil || p == nil || len(p.Changes) == 0 {
		return nil, err
	}
	command := "stategen generate"
	if file != schemaName {
		command += " " + filepath.ToSlash(file)
	}
	return diag.List{project.Stale(at, p.Dir, len(p.Changes), command)}, nil
}

// generatedPackage is what generating a schema would do; nil if nothing was
// generated from it yet.
func (w *Workspace) generatedPackage(ctx context.Context, file string) (*Package, error) {
	input, err := w.load(ctx, nil, []string{file})
	if err != nil || input.Findings.HasErrors() || len(input.Schemas) != 1 {
		return nil, err
	}
	s := input.Schemas[0]
	if !w.disk().wasGenerated(s) {
		return nil, nil
	}
	p, found, err := w.disk().planPackage(s)
	if err != nil || found.HasErrors() {
		return nil, nil // generate reports what is wrong
	}
	return p, nil
}

// wasGenerated reports whether the output folder has code of this very schema.
func (d disk) wasGenerated(s *schema.Schema) bool {
	project, err := d.Of(s.File)
	if err != nil {
		return false
	}
	defer project.Close()
	dir := outputFolder(s)
	if _, err := project.Rel(dir); err != nil {
		return false
	}
	entries, _ := os.ReadDir(dir) // there may be none
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		if !generator.IsOurs(e.Name()) {
			return false
		}
		text, err := project.Read(filepath.Join(dir, e.Name()))
		return err == nil && generator.IsGenerated(text) && files.Same(filepath.Join(dir, filepath.FromSlash(generator.SourceOf(text))), s.File)
	})
}

// imported are the packages that the code of the schemas imports, as far as they are
// stale: without them it does not compile, or with other types.
func (g *Generated) imported(ctx context.Context, w *Workspace) ([]*Package, error) {
	var stale []*Package
	for _, file := range importedSchemas(g.Schemas) {
		p, err := w.generatedPackage(ctx, file)
		if err != nil {
			return nil, err
		}
		if p != nil && len(p.Changes) > 0 {
			stale = append(stale, p)
		}
	}
	return stale, nil
}

// importedSchemas are the schemas that others import, without those that are
// among them.
func importedSchemas(schemas []*schema.Schema) []string {
	var imported []string
	for _, s := range schemas {
		for _, i := range s.Imports {
			file := filepath.FromSlash(i.File)
			known := slices.ContainsFunc(schemas, func(s *schema.Schema) bool { return files.Same(s.File, file) })
			if !known && !slices.Contains(imported, file) {
				imported = append(imported, file)
			}
		}
	}
	return imported
}
