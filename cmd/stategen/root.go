package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

// execute runs one command line and returns its exit code.
func execute(ctx context.Context, args []string, s streams) int {
	root := newRoot(s)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var exit exitError
	var invalid *workspace.InvalidError
	switch {
	case errors.As(err, &invalid):
		out := plainText()
		_ = out.print(s.err, invalid.Findings, invalid.Sources)
		return exitFailed
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

type commandGroup struct {
	name     string
	commands []*cobra.Command
}

// groups are the commands by what people do.
func groups() []commandGroup {
	return []commandGroup{
		{"write", []*cobra.Command{newInit(), newGenerate(), newFmt()}},
		{"check", []*cobra.Command{newCheck(), newBreaking(), newAudit(), newInfer(), newExplain()}},
		{"look", []*cobra.Command{newDocs(), newFlow(), newInspect()}},
		{"data", []*cobra.Command{newDB()}},
		{"tools", []*cobra.Command{newLSP(), newSchema(), newVersion()}},
	}
}

func newRoot(s streams) *cobra.Command {
	root := &cobra.Command{
		Use:   "stategen",
		Short: "Typed session state for agents, from one schema",
		Long: `A schema is an argument: a file or a folder, by default stategen.yaml here.
Without --write nothing is changed, only shown or counted.
Exit codes: 0 clean; 1 findings or stale output; 2 a wrong schema or usage.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Version:       version(),
		Args:          unknownCommand,
		RunE:          needsCommand,
	}
	cobra.EnableCommandSorting = false // the order of groups is that of work
	root.SetFlagErrorFunc(explainFlag)
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	for _, g := range groups() {
		root.AddGroup(&cobra.Group{ID: g.name, Title: strings.ToUpper(g.name[:1]) + g.name[1:] + ":"})
		for _, cmd := range g.commands {
			cmd.GroupID = g.name
			root.AddCommand(cmd)
		}
	}
	root.SetHelpCommandGroupID("tools")
	root.SetCompletionCommandGroupID("tools")
	root.InitDefaultCompletionCmd()
	if completion, _, err := root.Find([]string{"completion"}); err == nil {
		completion.Args, completion.RunE = unknownCommand, needsCommand
	}
	return root
}
