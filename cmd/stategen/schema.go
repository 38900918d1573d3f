package main

import (
	"github.com/seed92179c4c/stategen/schema"
	"github.com/spf13/cobra"
)

func newSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of stategen.yaml",
		Long: `schema prints the JSON Schema of stategen.yaml, by which editors complete and
check the file. Save it, and name it in the file's first line:

  # yaml-language-server: $schema=stategen.schema.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := cmd.OutOrStdout().Write(schema.JSONSchema())
			return err
		},
	}
}
