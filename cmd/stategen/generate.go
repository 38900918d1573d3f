package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

type generateOptions struct {
	output
	check, watch bool
}

func newGenerate() *cobra.Command {
	var o generateOptions
	cmd := &cobra.Command{
		Use:   "generate [SCHEMA | FOLDER | FOLDER/...]",
		Short: "Write the Go package that a schema describes",
		Long: `generate reads each schema and writes its Go package: key constants, types,
accessors, delta builder, snapshot, initial state and compiled instructions.
Generated files that are no longer produced are removed. A mistake in any schema
leaves all output as it was. STATEGENCACHE=off uses no cache.`,
		Example: `  stategen generate ./...
  //go:generate stategen generate`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd)
	cmd.Flags().BoolVar(&o.check, "check", false, "write nothing; print changes, exit 1 if there are any")
	cmd.Flags().BoolVar(&o.watch, "watch", false, "generate again whenever an input changes, until Ctrl-C")
	cmd.MarkFlagsMutuallyExclusive("check", "watch")
	return cmd
}

func (o *generateOptions) run(cmd *cobra.Command, args []string) error {
	if o.watch {
		return o.runWatch(cmd, args)
	}
	call := space(cmd).Generate
	if o.check {
		call = space(cmd).Compare
	}
	g, err := call(cmd.Context(), args)
	if err != nil {
		return err
	}
	if !o.check {
		return o.write(cmd, g)
	}
	if err := o.report(cmd, g.Loaded); err != nil {
		return err
	}
	return printStale(cmd.OutOrStdout(), g.Packages)
}

// write prints what was found, and writes the packages if that allows it.
func (o *generateOptions) write(cmd *cobra.Command, g *workspace.Generated) error {
	if err := o.report(cmd, g.Loaded); err != nil {
		return err
	}
	return g.Write(func(p *workspace.Package) { fmt.Fprintln(cmd.OutOrStdout(), summary(p)) })
}

// runWatch generates until the run is interrupted. What is wrong is printed, and ends
// nothing: it may be half of what is being typed.
func (o *generateOptions) runWatch(cmd *cobra.Command, args []string) error {
	return space(cmd).Watch(cmd.Context(), args, func(g *workspace.Generated, err error) {
		if err == nil {
			err = o.write(cmd, g)
		}
		if exit := exitError(0); err != nil && !errors.As(err, &exit) {
			fmt.Fprintf(cmd.ErrOrStderr(), "stategen: %s\n", worded(err))
		}
		fmt.Fprintln(cmd.ErrOrStderr(), "watching for changes; Ctrl-C ends")
	})
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
