package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/schema/format"
	"github.com/spf13/cobra"
)

type fmtOptions struct {
	output
	write, diff, check bool
}

func newFmt() *cobra.Command {
	var o fmtOptions
	cmd := &cobra.Command{
		Use:   "fmt [SCHEMA | FOLDER | FOLDER/... | -]",
		Short: "Lay out stategen.yaml the one way",
		Long: `fmt prints each schema in its canonical layout. Comments and order stay as they
are, and so does the meaning. With -w the files are rewritten instead; with -d
the difference is printed; --check lists the files that would change and exits 1
if there are any.`,
		Example: `  stategen fmt -w ./...
  stategen fmt --check ./...`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd)
	cmd.Flags().BoolVarP(&o.write, "write", "w", false, "rewrite the files")
	cmd.Flags().BoolVarP(&o.diff, "diff", "d", false, "print the difference")
	cmd.Flags().BoolVar(&o.check, "check", false, "list the files that would change and exit 1 if there are any")
	cmd.MarkFlagsMutuallyExclusive("write", "check")
	return cmd
}

func (o *fmtOptions) run(cmd *cobra.Command, args []string) error {
	if err := o.validate(); err != nil {
		return err
	}
	files, err := o.read(cmd, args)
	if err != nil {
		return err
	}
	if err := o.report(cmd, files); err != nil {
		return err
	}
	stale := false
	for _, f := range files {
		if err := o.finish(cmd.OutOrStdout(), f); err != nil {
			return err
		}
		stale = stale || f.changed()
	}
	if o.check && stale {
		return exitError(exitFindings)
	}
	return nil
}

// formatted is one schema file and its canonical layout.
type formatted struct {
	source *diag.Source
	after  []byte
	found  diag.List
	stdin  bool
}

func (f formatted) changed() bool { return !bytes.Equal(f.source.Text, f.after) }

// read formats every file before any is written.
func (o *fmtOptions) read(cmd *cobra.Command, args []string) ([]formatted, error) {
	if len(args) == 1 && args[0] == "-" {
		text, err := readStream(cmd.Context(), cmd.InOrStdin())
		if err != nil {
			return nil, err
		}
		f := formatFile(stdinName, text)
		f.stdin = true
		return []formatted{f}, nil
	}
	paths, err := findSchemas(cmd.Context(), args)
	if err != nil {
		return nil, err
	}
	var files []formatted
	for _, path := range paths {
		text, err := readWithin(path)
		if err != nil {
			return nil, err
		}
		files = append(files, formatFile(path, text))
	}
	return files, nil
}

func formatFile(name string, text []byte) formatted {
	after, found := format.Source(name, text)
	return formatted{source: diag.NewSource(name, text), after: after, found: found}
}

// report prints what keeps a file from being formatted; nothing is written
// then.
func (o *fmtOptions) report(cmd *cobra.Command, files []formatted) error {
	var found diag.List
	sources := diag.Sources{}
	for _, f := range files {
		found = append(found, f.found...)
		sources[f.source.Name] = f.source
	}
	if err := o.print(cmd.ErrOrStderr(), found, sources); err != nil {
		return err
	}
	if found.HasErrors() {
		return exitError(exitFailed)
	}
	return nil
}

func (o *fmtOptions) finish(w io.Writer, f formatted) error {
	if o.diff && f.changed() {
		name := filepath.ToSlash(f.source.Name)
		if _, err := io.WriteString(w, udiff.Unified(name, name, string(f.source.Text), string(f.after))); err != nil {
			return err
		}
	}
	switch {
	case o.write && !f.stdin:
		if !f.changed() {
			return nil
		}
		return files.Replace(f.source.Name, f.after)
	case o.check:
		if f.changed() {
			fmt.Fprintln(w, f.source.Name)
		}
		return nil
	case o.diff:
		return nil
	}
	_, err := w.Write(f.after)
	return err
}
