package main

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

func newExplain() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "explain [RULE]",
		Short: "Explain why a finding matters, with an example of the fix",
		Long: `explain prints what a kind of finding means, why it matters, and an example
before and after. The name of the kind is in brackets after each message.
Without an argument it lists all of them.`,
		Example: `  stategen explain
  stategen explain undeclared-key`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return workspace.Rules().IDs(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case format == "markdown" && len(args) > 0:
				return errors.New("--format markdown is a page about all rules; leave out the rule, or the flag")
			case format == "markdown":
				return diag.WriteRulesPage(cmd.OutOrStdout(), workspace.Rules())
			case len(args) == 0:
				return listRules(cmd)
			default:
				return explainRule(cmd, args[0])
			}
		},
	}
	choose(cmd, &format, "format", "", "text", "markdown")
	return cmd
}

func listRules(cmd *cobra.Command) error {
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, r := range workspace.Rules() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", r.ID, r.Severity, r.Summary)
	}
	return w.Flush()
}

// readable is how many columns of text are read with ease.
const readable = 80

func explainRule(cmd *cobra.Command, id string) error {
	r, err := workspace.Rule(id)
	if err != nil {
		return err
	}
	columns := terminalWidth(cmd.OutOrStdout())
	if columns == 0 || columns > readable {
		columns = readable
	}
	return diag.WriteRule(cmd.OutOrStdout(), r, columns)
}
