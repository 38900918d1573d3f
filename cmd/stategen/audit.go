package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

type auditOptions struct{ output }

func newAudit() *cobra.Command {
	var o auditOptions
	cmd := &cobra.Command{
		Use:   "audit [FOLDER | FOLDER/...]",
		Short: "Say what is probably wrong in a project without a schema",
		Long: `audit reads a project that has no schema (./... by default), drafts one of the
keys that it uses, and reports what the rules of check find against it. An error
is certain. A warning is likely, and its hint says what would settle it. Nothing
of the project is run, no file is written, and no network is used.`,
		Example: `  stategen audit
  stategen audit --format sarif ./... > findings.sarif`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd)
	return cmd
}

func (o *auditOptions) run(cmd *cobra.Command, args []string) error {
	r, err := space(cmd).Audit(cmd.Context(), args)
	if err != nil {
		return err
	}
	if err := o.print(cmd.OutOrStdout(), r.Findings, r.Sources); err != nil {
		return err
	}
	noteUnaudited(cmd.ErrOrStderr(), r)
	if read := r.Packages+r.Python+r.Configs > 0; o.format == "text" && (read || len(r.Declared) == 0) {
		summarizeAudit(cmd.ErrOrStderr(), r)
	}
	switch {
	case o.fails(r.Findings):
		return exitError(exitFindings)
	case r.Packages+r.Python+r.Configs+len(r.Declared) == 0 && len(r.Problems) > 0:
		return exitError(exitFailed)
	}
	return nil
}

// noteUnaudited says what was not looked at, whatever the format: nobody is to take silence for a clean project.
func noteUnaudited(w io.Writer, r *workspace.Audited) {
	if len(r.Declared) > 0 {
		fmt.Fprintf(w, "left out what %s governs: `stategen check ./...` compares code and prompts with it\n", strings.Join(r.Declared, ", "))
	}
	for _, p := range r.Problems {
		fmt.Fprintln(w, p)
	}
}

// summarizeAudit says what was looked at, and how to go on.
func summarizeAudit(w io.Writer, r *workspace.Audited) {
	if r.Packages+r.Python+r.Configs == 0 {
		fmt.Fprintln(w, "nothing here has to do with ADK, tRPC-Agent-Go or eino")
		return
	}
	certain := 0
	for _, d := range r.Findings {
		if !d.Likely {
			certain++
		}
	}
	if r.Framework > 0 {
		fmt.Fprintf(w, "left out what is framework and no agent: %s\n", count(r.Framework, "Go package"))
	}
	audited := auditedFiles(r)
	if r.Keys > 0 {
		audited = count(r.Keys, "key") + " in " + audited
	}
	fmt.Fprintf(w, "audited %s: %s and %d likely\n", audited, count(certain, "certain finding"), len(r.Findings)-certain)
	if r.Keys > 0 && len(r.Declared) == 0 {
		fmt.Fprintln(w, "`stategen infer -o stategen.yaml` drafts a schema of these keys; check then finds such mistakes in CI")
	}
}

// auditedFiles says what was read.
func auditedFiles(r *workspace.Audited) string {
	switch {
	case r.Packages == 0 && r.Python == 0 && r.Configs > 0:
		return count(r.Configs, "agent configuration")
	}
	return origin(r.Packages-r.Framework, r.Python)
}
