package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// execute runs one command line and returns its exit code.
func execute(ctx context.Context, args []string, s streams) int {
	root := newRoot(s)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var exit exitError
	switch {
	case err == nil:
		return exitClean
	case errors.As(err, &exit):
		return int(exit)
	default:
		fmt.Fprintf(s.err, "stategen: %s\n", worded(err))
		return exitFailed
	}
}

// needsCommand is the usage error of a command that only groups others.
func needsCommand(cmd *cobra.Command, _ []string) error {
	cmd.SetOut(cmd.ErrOrStderr())
	if err := cmd.Help(); err != nil {
		return err
	}
	return exitError(exitFailed)
}

// newHelp is cobra's help command, but for its exit code on what it doesn't know.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Say what a command does",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if about, _, err := cmd.Root().Find(args); err == nil {
				for _, c := range about.Commands() {
					names = append(names, c.Name())
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return fmt.Errorf("there is no command %q in %q", rest[0], about.CommandPath())
			}
			return about.Help()
		},
	}
}

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "stategen",
		Short: "Typed session state for agents, from one schema",
		Long: `stategen reads stategen.yaml, which declares every key of an agent's session
state, and emits typed Go accessors. It checks the placeholders of prompts
against the same schema.

Exit codes: 0 clean; 1 findings or stale output; 2 usage, configuration or
internal error.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
		RunE:          needsCommand,
	}
	root.SetFlagErrorFunc(explainFlag)
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetHelpCommand(newHelp())
	root.AddCommand(
		newAudit(), newInit(), newGenerate(), newCheck(), newFmt(), newInfer(),
		newBreaking(), newScan(), newMigrate(), newExport(), newImport(), newPrune(), newPurge(),
		newDocs(), newFlow(), newInspect(),
		newExplain(), newLSP(), newSchema(), newVersion(),
	)
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.RunE = needsCommand
	}
	return root
}
