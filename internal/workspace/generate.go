package workspace

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seed92179c4c/stategen/internal/cache"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"github.com/seed92179c4c/stategen/schema"
)

// Generated is what generating some schemas changes.
type Generated struct {
	Loaded   // what a record of an earlier run says is not loaded again
	Packages []*Package

	last   cache.Entry[*record]
	inputs *inputs // what the last record is made of; nil: there is no need for a new one
}

// Generate generates the packages of the schemas that patterns name, and compares
// them with what is there. Nothing is written before Write. Where the cache has a
// record of a run that has read and written just what is there now, Generate takes
// its word, and returns packages without changes.
func (w *Workspace) Generate(ctx context.Context, patterns []string) (*Generated, error) {
	schemas, err := w.Schemas(ctx, patterns)
	if err != nil {
		return nil, err
	}
	g, _, err := generating{w}.once(ctx, schemas)
	return g, err
}

// generating is the making of packages of schemas that were found.
type generating struct{ *Workspace }

// once is Generate of schemas that were found, with what it has read, or an
// earlier run did.
func (w generating) once(ctx context.Context, schemas []string) (*Generated, map[string]cache.Sum, error) {
	last := w.lastRecord(schemas)
	if r, known := last.Load(); known && r.valid() {
		return &Generated{Packages: r.packages()}, r.Inputs, nil
	}
	in := newInputs()
	g, err := w.all(ctx, in, schemas)
	if err != nil {
		return nil, in.sums, err
	}
	g.last, g.inputs = last, in
	return g, in.sums, nil
}

// Compare is Generate for one who wants to know whether anything would change: it
// asks no record of earlier runs, and looks at the packages of imported schemas
// too, as far as they are stale.
func (w *Workspace) Compare(ctx context.Context, patterns []string) (*Generated, error) {
	schemas, err := w.Schemas(ctx, patterns)
	if err != nil {
		return nil, err
	}
	g, err := generating{w}.all(ctx, nil, schemas)
	if err != nil || g.Findings.HasErrors() {
		return g, err
	}
	imported, err := g.imported(ctx, w)
	if err != nil {
		return nil, err
	}
	g.Packages = append(g.Packages, imported...)
	return g, nil
}

// Write brings the packages up to date: of each package, all files or, if that
// fails before the first is in place, none. Wrote, which may be nil, is told of
// each. If a schema has errors, Write is an error and leaves everything as it was.
func (g *Generated) Write(wrote func(*Package)) error {
	if g.Findings.HasErrors() {
		return errors.New("nothing is written, because a schema has errors")
	}
	for _, p := range g.Packages {
		if err := Write(p.Changes...); err != nil {
			return err
		}
		if wrote != nil {
			wrote(p)
		}
	}
	// Findings are to be seen each time.
	if g.inputs != nil && len(g.Findings) == 0 && !g.inputs.torn {
		g.last.Save(newRecord(g.inputs, g.Packages))
	}
	return nil
}

// all loads the schemas, generates each, and compares the files with those
// on disk. What generating finds joins the findings of reading.
func (w generating) all(ctx context.Context, in *inputs, schemas []string) (*Generated, error) {
	defer w.doing("generating")()
	input, err := w.load(ctx, in, schemas)
	if err != nil {
		return nil, err
	}
	g := &Generated{Loaded: input}
	owner := map[string]string{}
	for _, s := range g.Schemas {
		dir := outputFolder(s)
		if !s.Partial { // or it writes nothing
			if other, taken := owner[dir]; taken {
				return nil, fmt.Errorf("%s and %s both write to %s; give one of them another `out`", other, s.File, dir)
			}
			owner[dir] = s.File
		}
		p, found, err := w.disk().planPackage(s)
		g.Findings = append(g.Findings, found...)
		g.Findings = append(g.Findings, instructionErrors(s, g.Sources)...)
		if err != nil {
			return nil, err
		}
		g.Findings = append(g.Findings, mixed(s, p)...)
		g.Findings = append(g.Findings, lossyGoTypes(ctx, s)...)
		g.Packages = append(g.Packages, p)
	}
	return g, nil
}

// instructionErrors finds what is wrong with the instructions that are about to
// be compiled: a key that nobody declared would always be empty.
func instructionErrors(s *schema.Schema, sources diag.Sources) diag.List {
	files := []*diag.Source{sources[s.File]}
	for _, i := range s.Instructions {
		if i.File != "" && sources[i.Source] != nil {
			files = append(files, sources[i.Source])
		}
	}
	return slices.DeleteFunc(project.Templates(s, files), func(d diag.Diagnostic) bool {
		return d.Severity != diag.Error
	})
}
