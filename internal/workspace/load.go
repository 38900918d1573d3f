package workspace

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
)

// stdinName is what findings call the text on standard input.
const stdinName = "stdin"

// isStdin reports whether patterns name standard input, and nothing else.
func isStdin(patterns []string) bool { return len(patterns) == 1 && patterns[0] == "-" }

// Loaded is the schemas of a call, with what was found while reading them.
type Loaded struct {
	Schemas  []*schema.Schema // of those with errors, the sound parts
	Findings diag.List
	Sources  diag.Sources // the files that were read, by the names that findings have
}

// InvalidError is the error of a call that needs a sound schema.
type InvalidError struct{ Loaded }

func (e *InvalidError) Error() string { return "the schema has errors" }

// SoundSchema reads the schema that a user names, which has to be sound: the one of the working
// folder if path is empty.
func (w *Workspace) SoundSchema(ctx context.Context, path string) (*schema.Schema, error) {
	s, _, err := w.one(ctx, path)
	return s, err
}

// one reads the schema that a user names, with what was read.
func (w *Workspace) one(ctx context.Context, path string) (*schema.Schema, Loaded, error) {
	var patterns []string
	if path != "" {
		patterns = []string{path}
	}
	l, err := w.Load(ctx, patterns)
	switch {
	case err != nil:
		return nil, l, err
	case l.Findings.HasErrors():
		return nil, l, &InvalidError{l}
	case len(l.Schemas) != 1:
		var files []string
		for _, s := range l.Schemas {
			files = append(files, s.File)
		}
		return nil, l, fmt.Errorf("%s has %d schemas; name one: %s", path, len(files), strings.Join(files, ", "))
	}
	return l.Schemas[0], l, nil
}

// Load reads all schemas that patterns name, so that one call finds the mistakes
// of all.
func (w *Workspace) Load(ctx context.Context, patterns []string) (Loaded, error) {
	paths, err := w.Schemas(ctx, patterns)
	if err != nil {
		return Loaded{}, err
	}
	return w.load(ctx, nil, paths)
}

// load reads schemas, and notes what it reads. What a schema names is read in
// the project of the schema.
func (w *Workspace) load(ctx context.Context, in *inputs, paths []string) (Loaded, error) {
	l := Loaded{Sources: diag.Sources{}}
	for _, path := range paths {
		if err := w.disk().Exists(path); err != nil {
			return l, err
		}
		if err := ctx.Err(); err != nil {
			return l, err
		}
		project, err := w.disk().Of(path)
		if err != nil {
			return l, err
		}
		l.add(load.Schema(path, in.through(project.Read)))
		project.Close()
	}
	return l, nil
}

func (l *Loaded) add(r load.Result) {
	l.Findings = append(l.Findings, r.Diagnostics...)
	maps.Copy(l.Sources, r.Sources)
	if s := r.Readable(); s != nil {
		l.Schemas = append(l.Schemas, s)
	}
}
