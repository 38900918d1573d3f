package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// Exit codes: what CI and editors rely on.
const (
	exitClean    = 0
	exitFindings = 1 // findings, or stale output
	exitFailed   = 2 // usage, configuration or internal error
)

// streams are the process's standard streams, so that a test can run a
// command without a process.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// exitError ends a command with a code, after it has printed what it found.
type exitError int

func (e exitError) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// run executes one command line and returns its exit code.
func run(ctx context.Context, args []string, s streams) int {
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
		fmt.Fprintf(s.err, "stategen: %v\n", err)
		return exitFailed
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
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; see `%s --help`", err, cmd.CommandPath())
	})
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.AddCommand(newInit(), newGenerate(), newCheck(), newFmt(), newInfer(), newExplain(), newSchema(), newVersion())
	return root
}
