package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/spf13/cobra"
)

type checkOptions struct {
	output
	schema     string
	notChecked bool
	fix, diff  bool
	only       []string
	baseline   baselineOptions
}

func newCheck() *cobra.Command {
	var o checkOptions
	cmd := &cobra.Command{
		Use:   "check [SCHEMA | FOLDER | FOLDER/... | PROMPT... | -]",
		Short: "Hold prompts and Go source against the schema",
		Long: `check reads each schema, then its instructions and the prompt files that its
check.templates names, and reports placeholders that don't agree with the
declared keys. In Go source it looks at instructions, raw keys, deltas, output
keys and type assertions.

Without arguments it checks the prompts of stategen.yaml in the current folder.
A folder means the schema and the Go package in it, and "folder/..." all schemas
and packages below it. A prompt file named on the command line is checked alone,
against --schema or else the nearest stategen.yaml in its folder or above; "-"
is a prompt on standard input. Each Go package is held against the nearest
stategen.yaml too.

With --fix, what has a certain fix is fixed in the files, and the rest is reported.
A near name and the like is a suggestion, which --fix leaves to you. --diff prints
the changes instead of making them.`,
		Example: `  stategen check ./...
  stategen check prompts/greeter.md
  stategen check --format sarif ./... > findings.sarif`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd)
	cmd.Flags().StringVar(&o.schema, "schema", "", "the schema to hold everything against")
	cmd.Flags().BoolVar(&o.notChecked, "not-checked", false, "list what could not be evaluated, on standard error")
	cmd.Flags().BoolVar(&o.fix, "fix", false, "fix what has a certain fix, and report the rest")
	cmd.Flags().BoolVar(&o.diff, "diff", false, "print what --fix would change; change nothing")
	cmd.Flags().StringSliceVar(&o.only, "rules", nil, "report findings of these kinds only, with commas between")
	complete(cmd, "rules", rules().IDs()...)
	o.baseline.addFlags(cmd)
	cmd.MarkFlagsMutuallyExclusive("fix", "diff")
	return cmd
}

func (o *checkOptions) run(cmd *cobra.Command, args []string) error {
	if err := errors.Join(o.validate(), o.validateRules()); err != nil {
		return err
	}
	targets, err := o.targets(cmd.Context(), args, cmd.InOrStdin())
	if err != nil {
		return err
	}
	r, unread, err := o.findAndFix(cmd, targets)
	if err != nil {
		return err
	}
	if err := o.print(cmd.OutOrStdout(), r.findings, r.sources); err != nil {
		return err
	}
	if err := o.summarize(cmd.ErrOrStderr(), r); err != nil {
		return err
	}
	if unread != nil {
		return unread
	}
	if o.baseline.write != "" {
		return nil // all that was found is known now
	}
	switch {
	case r.broken:
		return exitError(exitFailed)
	case o.fails(r.findings):
		return exitError(exitFindings)
	}
	return nil
}

// findAndFix looks for findings and carries out fixes. A schema's mistake hides
// findings behind it, so that once it is fixed all is looked at again.
func (o *checkOptions) findAndFix(cmd *cobra.Command, targets *checkTargets) (r checked, unread, err error) {
	var fixed []string
	for {
		if r, unread, err = o.find(cmd, targets); err != nil {
			return r, unread, err
		}
		if err := o.applyFixes(cmd.OutOrStdout(), &r, targets); err != nil {
			return r, unread, err
		}
		done := len(r.fixed) > 0
		fixed = append(fixed, r.fixed...)
		r.fixed = fixed
		if !r.broken || !done || len(fixed) > mostFixes {
			return r, unread, nil
		}
	}
}

// mostFixes ends a run whose fixes call for one another.
const mostFixes = 10_000

// find looks for findings. Unread says what of the Go packages could not be
// read.
func (o *checkOptions) find(cmd *cobra.Command, targets *checkTargets) (r checked, unread, err error) {
	r = checked{sources: diag.Sources{}, prompts: map[string]bool{}, projects: map[string]check.Code{}, generated: map[string]bool{}}
	done := progress(cmd.ErrOrStderr(), "reading Go packages")
	unread = o.checkGo(cmd.Context(), targets.parts, &r)
	done()
	for _, j := range targets.jobs {
		if err := j.run(cmd.Context(), &r); err != nil {
			return r, unread, err
		}
	}
	r.findings = o.selected(r.findings.Sort())
	if o.baseline.write != "" && unread != nil {
		return r, unread, unread // there may be more to write down
	}
	return r, unread, o.baseline.apply(&r)
}

// checked is what was checked and found so far.
type checked struct {
	findings   diag.List
	sources    diag.Sources
	broken     bool            // a schema is wrong
	prompts    map[string]bool // by where they are
	packages   int
	fixed      []string              // what was fixed, a line each
	known      int                   // findings that the baseline covers
	stale      int                   // entries of the baseline that are no longer found
	notChecked diag.List             // what could not be evaluated
	generated  map[string]bool       // schemas of which the code was looked at, by absolute path
	projects   map[string]check.Code // all code of a schema, by its absolute path
}

// summarize says what was looked at, so that a pattern that matches nothing
// does not pass for a clean project. Programs read the findings alone.
func (o *checkOptions) summarize(w io.Writer, r checked) error {
	if o.notChecked {
		if err := o.print(w, r.notChecked, r.sources); err != nil {
			return err
		}
	}
	if o.format != "text" {
		return nil
	}
	if _, err := io.WriteString(w, strings.Join(r.fixed, "")); err != nil {
		return err
	}
	parts := []string{count(len(r.prompts), "prompt")}
	if r.packages > 0 {
		parts = append(parts, count(r.packages, "Go package"))
	}
	line := "checked " + strings.Join(parts, " and ")
	if n := len(r.notChecked); n > 0 {
		line += fmt.Sprintf(", except %s", count(n, "place"))
		if !o.notChecked {
			line += " (--not-checked lists " + itOrThem(n) + ")"
		}
	}
	findings := "no findings"
	if n := len(r.findings); n > 0 {
		findings = count(n, "finding")
	}
	if n := len(r.fixed); n > 0 {
		findings = fmt.Sprintf("fixed %s, %d remaining", count(n, "finding"), len(r.findings))
	}
	if r.known > 0 {
		findings += fmt.Sprintf(", %d in the baseline", r.known)
	}
	if r.stale > 0 {
		findings += fmt.Sprintf("; the baseline has %s too many (--write-baseline renews it)", count(r.stale, "entry", "entries"))
	}
	_, err := fmt.Fprintf(w, "%s: %s\n", line, findings)
	return err
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
		if err := knownRule(id); err != nil {
			return fmt.Errorf("--rules: %w", err)
		}
	}
	return nil
}

// selected leaves the findings that --rules asks for. What is wrong with a
// schema itself always counts.
func (o *checkOptions) selected(list diag.List) diag.List {
	if len(o.only) == 0 {
		return list
	}
	ofChecker := check.Rules()
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		_, checks := ofChecker.Find(d.ID)
		return (checks || d.ID == idStaleCode) && !slices.Contains(o.only, d.ID)
	})
}

// count puts a number before a noun; plural is needed where it is no "-s".
func count(n int, noun string, plural ...string) string {
	switch {
	case n == 1:
		return "1 " + noun
	case len(plural) > 0:
		return fmt.Sprintf("%d %s", n, plural[0])
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
