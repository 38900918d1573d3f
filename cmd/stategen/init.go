package main

import (
	"fmt"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

func newInit() *cobra.Command {
	return &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Write a first stategen.yaml and a prompt that uses it",
		Long: `init writes a commented stategen.yaml and prompts/assistant.md to the current
folder, or to the one named. It never overwrites a file: if one of them exists,
it writes nothing and exits 2.`,
		Example: "  stategen init\n  stategen init agents/booking",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "."
			if len(args) == 1 {
				dir = args[0]
			}
			return initFolder(cmd, dir)
		},
	}
}

func initFolder(cmd *cobra.Command, dir string) error {
	files, err := space(cmd).Init(dir)
	if err != nil {
		return err
	}
	if err := workspace.Write(files...); err != nil {
		return err
	}
	for _, f := range files {
		fmt.Fprintln(cmd.OutOrStdout(), "wrote", f.Path)
	}
	fmt.Fprint(cmd.OutOrStdout(), nextSteps)
	return nil
}

const nextSteps = `
Next:
  stategen generate   writes the Go package agentstate
  stategen check      checks the prompts against the schema
To have "go generate" do the first, put this line into a Go file of this folder:
  //go:generate stategen generate
`
