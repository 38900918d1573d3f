package main

import (
	"fmt"
	"io"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

type checkOptions struct {
	output
	schema     string
	notChecked bool
	fix, diff  bool
	only       []string

	baseline, newBaseline string
}

func newCheck() *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check [SCHEMA | FOLDER | FOLDER/... | PROMPT... | -]",
		Short: "Check prompts and Go source against the schema",
		Long: `check compares a schema's instructions and prompt files, and Go source, with the
declared keys: placeholders, raw keys, deltas, output keys, type assertions.

A folder means the schema and the Go package in it, and "folder/..." all below
it. A prompt that is named is checked alone; "-" is one on standard input. The
schema is the nearest stategen.yaml in the same folder or above, or the one that
--schema names.

With --write, what has a certain fix is fixed in the files, and the rest is
reported. A near name and the like is a suggestion, and left to you.`,
		Example: `  stategen check prompts/greeter.md
  stategen check --format sarif ./... > findings.sarif`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd)
	cmd.Flags().StringVar(&o.schema, "schema", "", "the schema `file` for all that is checked")
	cmd.Flags().BoolVar(&o.notChecked, "not-checked", false, "list what could not be evaluated")
	cmd.Flags().BoolVar(&o.fix, "write", false, "fix what has a certain fix, and report the rest")
	cmd.Flags().BoolVar(&o.diff, "diff", false, "print what --write would change; change nothing")
	cmd.Flags().StringSliceVar(&o.only, "rules", nil, "report these rules only, separated by commas")
	complete(cmd, "rules", workspace.Rules().IDs()...)
	cmd.Flags().StringVar(&o.baseline, "baseline", "", "`file` of known findings, which are left out")
	cmd.Flags().StringVar(&o.newBaseline, "write-baseline", "", "write all findings to this `file`, and succeed")
	cmd.MarkFlagsMutuallyExclusive("baseline", "write-baseline")
	cmd.MarkFlagsMutuallyExclusive("write", "diff")
	return cmd
}

func (o *checkOptions) run(cmd *cobra.Command, args []string) error {
	if err := o.validateRules(); err != nil {
		return err
	}
	r, err := o.find(cmd, args)
	if err != nil {
		return err
	}
	if err := workspace.Write(r.NewBaseline...); err != nil {
		return err
	}
	if err := o.apply(cmd.OutOrStdout(), r.Changes); err != nil {
		return err
	}
	if err := o.print(cmd.OutOrStdout(), r.Findings, r.Sources); err != nil {
		return err
	}
	if err := o.summarize(cmd.ErrOrStderr(), r); err != nil {
		return err
	}
	if r.Unread != nil {
		return r.Unread
	}
	switch {
	case o.newBaseline != "": // all that was found is known now
		return nil
	case r.Broken:
		return exitError(exitFailed)
	case o.fails(r.Findings):
		return exitError(exitFindings)
	}
	return nil
}

// apply makes the changes that fix findings, or prints them.
func (o *checkOptions) apply(w io.Writer, changes []workspace.Change) error {
	if o.diff {
		return printDiffs(w, changes)
	}
	return workspace.Write(changes...)
}

func (o *checkOptions) find(cmd *cobra.Command, args []string) (*workspace.Report, error) {
	call := space(cmd).Check
	switch {
	case o.fix:
		call = space(cmd).Fix
	case o.diff:
		call = space(cmd).Preview
	}
	return call(cmd.Context(), workspace.CheckRequest{
		Patterns: args, Schema: o.schema, Rules: o.only, Baseline: o.baseline, WriteBaseline: o.newBaseline,
	})
}

// summarize says what was looked at, so that a pattern that matches nothing
// does not pass for a clean project. Programs read the findings alone.
func (o *checkOptions) summarize(w io.Writer, r *workspace.Report) error {
	if o.notChecked {
		if err := o.print(w, r.NotChecked, r.Sources); err != nil {
			return err
		}
	}
	if o.format != "text" {
		return nil
	}
	for _, f := range r.Fixed {
		_, err := fmt.Fprintf(w, "%s:%d:%d: fixed: %s [%s]: %s\n", f.Span.File, f.At.Line, f.At.Column, f.Message, f.ID, f.Fixes[0].Message)
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "checked %s: %s\n", o.looked(r), outcome(len(r.Findings), len(r.Fixed), r.Known, r.Stale))
	return err
}

// looked says what was looked at.
func (o *checkOptions) looked(r *workspace.Report) string {
	line := count(r.Prompts, "prompt")
	if r.Packages > 0 {
		line += " and " + count(r.Packages, "Go package")
	}
	if n := len(r.NotChecked); n > 0 {
		line += fmt.Sprintf(", except %s", count(n, "place"))
		if !o.notChecked {
			line += " (--not-checked lists " + itOrThem(n) + ")"
		}
	}
	return line
}

// outcome says how many findings there are, and what became of others.
func outcome(found, fixed, known, stale int) string {
	text := "no findings"
	switch {
	case fixed > 0:
		text = fmt.Sprintf("fixed %s, %d remaining", count(fixed, "finding"), found)
	case found > 0:
		text = count(found, "finding")
	}
	if known > 0 {
		text += fmt.Sprintf(", %d in the baseline", known)
	}
	if stale > 0 {
		text += fmt.Sprintf("; the baseline has %s too many (--write-baseline renews it)", count(stale, "entry", "entries"))
	}
	return text
}

func itOrThem(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// validateRules refuses kinds of findings that don't exist.
func (o *checkOptions) validateRules() error {
	for _, id := range o.only {
		if _, err := workspace.Rule(id); err != nil {
			return fmt.Errorf("--rules: %w", err)
		}
	}
	return nil
}
