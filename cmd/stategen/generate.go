package main

import (
	"fmt"
	"io"

	"github.com/seed92179c4c/stategen/workspace"
	"github.com/spf13/cobra"
	"golang.org/x/tools/txtar"
)

type generateOptions struct {
	output
	check bool
}

func newGenerate() *cobra.Command {
	var o generateOptions
	cmd := &cobra.Command{
		Use:   "generate [SCHEMA | FOLDER | FOLDER/... | -]",
		Short: "Write the Go package that a schema describes",
		Long: `generate reads each schema and writes its Go package: key constants, types,
accessors, delta builder, snapshot, initial state and compiled instructions.

Without arguments it reads stategen.yaml in the current folder. Files that
would not change are not rewritten; generated files that are no longer produced
are removed. What a run read and wrote is noted in the user's cache folder, so
that the next one stops at once if nothing has changed; STATEGENCACHE=off turns
that off. A mistake in any schema leaves all output as it was. With "-" the
schema is read from standard input and the files are printed as txtar.`,
		Example: `  stategen generate
  stategen generate ./...
  stategen generate --check examples/booking/stategen.yaml
  //go:generate stategen generate`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd)
	cmd.Flags().BoolVar(&o.check, "check", false, "write nothing; print what would change and exit 1 if anything would")
	return cmd
}

func (o *generateOptions) run(cmd *cobra.Command, args []string) error {
	if err := o.validate(); err != nil {
		return err
	}
	if len(args) == 1 && args[0] == "-" {
		return o.runStdin(cmd)
	}
	call := space(cmd).Generate
	if o.check {
		call = space(cmd).Compare
	}
	g, err := call(cmd.Context(), args)
	if err != nil {
		return err
	}
	if err := o.report(cmd, g.Loaded); err != nil {
		return err
	}
	if o.check {
		return printStale(cmd.OutOrStdout(), g.Packages)
	}
	return g.Write(func(p *workspace.Package) { fmt.Fprintln(cmd.OutOrStdout(), summary(p)) })
}

func (o *generateOptions) runStdin(cmd *cobra.Command) error {
	input, files, err := space(cmd).GenerateStdin(cmd.Context())
	if err != nil {
		return err
	}
	if err := o.report(cmd, input); err != nil {
		return err
	}
	return writeArchive(cmd.OutOrStdout(), files)
}

func writeArchive(w io.Writer, files []workspace.Change) error {
	var archive txtar.Archive
	for _, f := range files {
		archive.Files = append(archive.Files, txtar.File{Name: f.Path, Data: f.After})
	}
	_, err := w.Write(txtar.Format(&archive))
	return err
}

func summary(p *workspace.Package) string {
	s := fmt.Sprintf("%s -> %s: %d written, %d unchanged", p.Schema, p.Dir, p.Written(), p.Files()-p.Written())
	if p.Removed() > 0 {
		s += fmt.Sprintf(", %d removed", p.Removed())
	}
	return s
}

// printStale prints what generating would change, and ends the run with a code
// if anything would.
func printStale(w io.Writer, packages []*workspace.Package) error {
	stale := false
	for _, p := range packages {
		if len(p.Changes) == 0 {
			fmt.Fprintf(w, "%s -> %s: fresh, %d files\n", p.Schema, p.Dir, p.Files())
			continue
		}
		stale = true
		fmt.Fprintf(w, "%s -> %s: stale; run `stategen generate`\n", p.Schema, p.Dir)
		if err := printDiffs(w, p.Changes); err != nil {
			return err
		}
	}
	if stale {
		return exitError(exitFindings)
	}
	return nil
}
