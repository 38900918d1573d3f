package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/load"
	"github.com/spf13/cobra"
)

// stdinName is what findings call the text on standard input.
const stdinName = "stdin"

// loaded is every schema of a run, with what was found while reading them.
type loaded struct {
	schemas     []*schema.Schema // of those with errors, the sound parts
	diagnostics diag.List
	sources     diag.Sources
}

// loadArgs reads the schemas that a command line names: see findSchemas, and
// "-" for standard input.
func loadArgs(cmd *cobra.Command, args []string) (loaded, error) {
	if len(args) == 1 && args[0] == "-" {
		return loadStdin(cmd.Context(), cmd.InOrStdin())
	}
	paths, err := findSchemas(cmd.Context(), args)
	if err != nil {
		return loaded{}, err
	}
	return loadSchemas(cmd.Context(), paths)
}

// loadSchemas reads all schemas, so that one run reports the mistakes of all.
func loadSchemas(ctx context.Context, paths []string) (loaded, error) {
	return loadThrough(ctx, nil, paths)
}

// loadThrough is load that notes what it reads. What a schema names is read in
// the project of the schema.
func loadThrough(ctx context.Context, in *inputs, paths []string) (loaded, error) {
	l := loaded{sources: diag.Sources{}}
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return l, err
		}
		if err := ctx.Err(); err != nil {
			return l, err
		}
		project, err := files.Of(path)
		if err != nil {
			return l, err
		}
		l.add(load.Schema(path, in.through(project.Read)))
	}
	return l, nil
}

// loadStdin reads one schema from a stream; its includes and instruction files
// are looked for from the current folder.
func loadStdin(ctx context.Context, r io.Reader) (loaded, error) {
	const name = stdinName
	text, err := readStream(ctx, r)
	if err != nil {
		return loaded{}, fmt.Errorf("reading the schema from standard input: %w", err)
	}
	project, err := files.Of(name)
	if err != nil {
		return loaded{}, err
	}
	l := loaded{sources: diag.Sources{}}
	l.add(load.Schema(name, func(path string) ([]byte, error) {
		if path == name {
			return text, nil
		}
		return project.Read(path)
	}))
	return l, nil
}

func (l *loaded) add(r load.Result) {
	l.diagnostics = append(l.diagnostics, r.Diagnostics...)
	maps.Copy(l.sources, r.Sources)
	if s := r.Readable(); s != nil {
		l.schemas = append(l.schemas, s)
	}
}
