package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

type inferOptions struct{ request workspace.InferRequest }

func newInfer() *cobra.Command {
	var o inferOptions
	cmd := &cobra.Command{
		Use:   "infer [PACKAGES]",
		Short: "Draft a stategen.yaml from the code that exists",
		Long: `infer reads Go packages (./... by default), and the agent configurations and ADK
Python files beside them, and prints a schema of the state keys that they use. A
comment above each key names the places and what is in doubt. Types can also
come from what is really stored: --db, or --events as JSON lines.

With --into a schema that exists gets the keys that it lacks; all else in it
stays. Places where a key is known only when the program runs are listed on
standard error, and so are probable bugs, as by audit.`,
		Example: `  stategen infer -o stategen.yaml
  stategen infer --into stategen.yaml --db sessions.db ./...`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	cmd.Flags().StringVarP(&o.request.New, "output", "o", "", "the new `file` to write (default standard output)")
	cmd.Flags().StringVar(&o.request.Into, "into", "", "add the keys that this schema `file` lacks")
	cmd.Flags().StringVar(&o.request.Package, "package", "", "`name` of the generated package")
	cmd.Flags().StringVar(&o.request.Out, "out", "", "`folder` of the generated package")
	cmd.Flags().StringSliceVar(&o.request.Events, "events", nil, "`file` of events or states as JSON lines")
	databaseFlag(cmd, &o.request.Database)
	cmd.MarkFlagsMutuallyExclusive("output", "into")
	cmd.MarkFlagsMutuallyExclusive("package", "into")
	cmd.MarkFlagsMutuallyExclusive("out", "into")
	return cmd
}

func (o *inferOptions) run(cmd *cobra.Command, args []string) error {
	o.request.Patterns = args
	found, err := space(cmd).Infer(cmd.Context(), o.request)
	if found == nil {
		return err
	}
	if err := o.write(cmd.OutOrStdout(), found); err != nil {
		return err
	}
	out := plainText()
	if err := out.print(cmd.ErrOrStderr(), found.Findings, found.Sources); err != nil {
		return err
	}
	summarizeInfer(cmd.ErrOrStderr(), found)
	return err
}

// write writes the schema where it is wanted.
func (o *inferOptions) write(stdout io.Writer, found *workspace.Inferred) error {
	if o.request.New != "" || o.request.Into != "" {
		return workspace.Write(found.Changes...)
	}
	_, err := stdout.Write(found.Text)
	return err
}

// summarizeInfer says what was found and what was not.
func summarizeInfer(w io.Writer, found *workspace.Inferred) {
	for _, u := range found.Unresolved {
		at := u.Span.File
		if src := found.Sources[u.Span.File]; src != nil {
			p := src.Position(u.Span.Start)
			at = fmt.Sprintf("%s:%d:%d", at, p.Line, p.Column)
		}
		fmt.Fprintf(w, "%s: not resolved: %s\n", at, u.Reason)
	}
	if found.Problem != "" {
		fmt.Fprintln(w, found.Problem)
	}
	for _, s := range found.LeftOut {
		fmt.Fprintln(w, "left out:", s)
	}
	line := fmt.Sprintf("%s from %s", count(found.Added, "key"), origin(found.Packages, found.Python))
	if n := len(found.Unresolved); n > 0 {
		line += fmt.Sprintf("; %s not resolved", count(n, "place"))
	}
	if n := len(found.Findings); n > 0 {
		line += "; " + count(n, "probable bug") + " above"
	}
	fmt.Fprintln(w, line)
	if found.Beside != "" {
		fmt.Fprintf(w, "%s declares keys already: `stategen check ./...` compares code and prompts with them, `stategen infer --into %[1]s` adds those that it lacks\n", filepath.ToSlash(found.Beside))
	}
}

// origin says what was read.
func origin(packages, python int) string {
	switch {
	case python == 0:
		return count(packages, "Go package")
	case packages == 0:
		return count(python, "Python file")
	}
	return count(packages, "Go package") + " and " + count(python, "Python file")
}
