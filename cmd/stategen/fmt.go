package main

import (
	"fmt"
	"io"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

type fmtOptions struct {
	output
	write, check bool
}

func newFmt() *cobra.Command {
	var o fmtOptions
	cmd := &cobra.Command{
		Use:   "fmt [SCHEMA | FOLDER | FOLDER/... | -]",
		Short: "Format stategen.yaml in its canonical layout",
		Long: `fmt prints each schema in its canonical layout. Comments and order stay as they
are, and so does the meaning.`,
		Example: `  stategen fmt --write ./...
  stategen fmt --check ./...`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd)
	cmd.Flags().BoolVar(&o.write, "write", false, "rewrite the files")
	cmd.Flags().BoolVar(&o.check, "check", false, "list the files that would change, and exit 1 if any")
	cmd.MarkFlagsMutuallyExclusive("write", "check")
	return cmd
}

func (o *fmtOptions) run(cmd *cobra.Command, args []string) error {
	f, err := space(cmd).Format(cmd.Context(), args)
	if err != nil {
		return err
	}
	if err := o.print(cmd.ErrOrStderr(), f.Findings, f.Sources); err != nil {
		return err
	}
	if f.Findings.HasErrors() {
		return exitError(exitFailed)
	}
	stale := false
	for _, file := range f.Files {
		if err := o.finish(cmd.OutOrStdout(), file); err != nil {
			return err
		}
		stale = stale || file.Changed()
	}
	if o.check && stale {
		return exitError(exitFindings)
	}
	return nil
}

func (o *fmtOptions) finish(w io.Writer, f workspace.FormattedFile) error {
	switch {
	case o.write && !f.Stdin:
		if !f.Changed() {
			return nil
		}
		return workspace.Write(f.Change)
	case o.check:
		if f.Changed() {
			fmt.Fprintln(w, f.Path)
		}
		return nil
	}
	_, err := w.Write(f.After)
	return err
}
