package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

type breakingOptions struct {
	output
	request workspace.BreakingRequest
}

func newBreaking() *cobra.Command {
	var o breakingOptions
	cmd := &cobra.Command{
		Use:   "breaking [SCHEMA | FOLDER | FOLDER/...]",
		Short: "Compare a schema with an older version, as stored values see it",
		Long: `breaking compares a schema with an older version of it: which values that one of
them has stored does code generated from the other refuse, read as something
else, or no longer find? Each finding shows a value, and what to do instead.

The older version is that of the commit at which HEAD left the default branch,
or what --against names: git:REF, git:REF:PATH, or a file. Give it once for each
release that runs or may be rolled back to. Where CI is set in the environment,
it is an error to compare HEAD with itself. What a database holds, "stategen db
scan" says.`,
		Example: `  stategen breaking --against git:v1.4.0 ./...
  stategen breaking --write-baseline breaking.json --reason "no sessions yet"`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd)
	f, r := cmd.Flags(), &o.request
	f.StringArrayVar(&r.Against, "against", nil, "an older `version` (default the merge base)")
	f.StringVar(&r.Baseline, "baseline", "", "`file` of accepted findings, which are left out")
	f.StringVar(&r.WriteBaseline, "write-baseline", "", "accept all findings in this `file`, and succeed")
	f.StringVar(&r.Reason, "reason", "", "why --write-baseline accepts them")
	cmd.MarkFlagsMutuallyExclusive("baseline", "write-baseline")
	return cmd
}

func (o *breakingOptions) run(cmd *cobra.Command, args []string) error {
	if (o.request.WriteBaseline == "") != (o.request.Reason == "") {
		return errors.New("--write-baseline and --reason belong together: say why the findings are accepted")
	}
	o.request.Patterns, o.request.CI = args, isCI(os.Getenv("CI"))
	r, err := space(cmd).Breaking(cmd.Context(), o.request)
	if err != nil {
		return err
	}
	if err := workspace.Write(r.NewBaseline...); err != nil {
		return err
	}
	if err := o.print(cmd.OutOrStdout(), r.Findings, r.Sources); err != nil {
		return err
	}
	if err := o.summarize(cmd.ErrOrStderr(), r); err != nil {
		return err
	}
	switch {
	case r.Broken:
		return exitError(exitFailed)
	case o.fails(r.Findings):
		return exitError(exitFindings)
	}
	return nil
}

// isCI reads the variable that CI services set.
func isCI(variable string) bool { return variable != "" && variable != "false" }

// summarize says what was compared with what. Programs read the findings alone.
func (o *breakingOptions) summarize(w io.Writer, r *workspace.BreakingReport) error {
	if o.format != "text" {
		return nil
	}
	for _, n := range r.New {
		if _, err := fmt.Fprintf(w, "%s: nothing to compare with: there is no such schema in %s\n", n.Schema, n.Against); err != nil {
			return err
		}
	}
	for _, d := range r.Due {
		if _, err := fmt.Fprintf(w, "%s: the rename of %q to %q is announced in %s already; once all running code knows it, declare %q with renamed_from\n",
			d.Schema, d.From, d.To, r.Against, d.To); err != nil {
			return err
		}
	}
	if r.Compared == 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "compared %s with %s: %s\n", count(r.Compared, "schema"), r.Against, outcome(len(r.Findings), 0, r.Known, r.Stale))
	return err
}
