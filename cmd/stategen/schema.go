package main

import (
	"errors"

	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/jsonschema"
	"github.com/spf13/cobra"
)

func newSchema() *cobra.Command {
	state := false
	cmd := &cobra.Command{
		Use:   "schema [--state [SCHEMA | FOLDER | -]]",
		Short: "Print the JSON Schema of stategen.yaml, or of the declared state",
		Example: `  stategen schema > stategen.schema.json
  stategen schema --state examples/booking`,
		Long: `schema prints the JSON Schema by which editors complete and check stategen.yaml.
Name the file where you save it in the first line of stategen.yaml:

  # yaml-language-server: $schema=stategen.schema.json

With --state it prints that of the declared state, for other languages.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return printSchema(cmd, args, state) },
	}
	cmd.Flags().BoolVar(&state, "state", false, "print the JSON Schema of the declared state")
	return cmd
}

func printSchema(cmd *cobra.Command, args []string, state bool) error {
	text := schema.JSONSchema()
	if state {
		var err error
		if text, err = stateSchema(cmd, args); err != nil {
			return err
		}
	} else if len(args) > 0 {
		return errors.New("the JSON Schema of stategen.yaml needs no argument; did you mean `stategen schema --state`?")
	}
	_, err := cmd.OutOrStdout().Write(text)
	return err
}

func stateSchema(cmd *cobra.Command, args []string) ([]byte, error) {
	input, err := space(cmd).Load(cmd.Context(), args)
	if err != nil {
		return nil, err
	}
	found := plainText()
	if err := found.report(cmd, input); err != nil {
		return nil, err
	}
	if len(input.Schemas) != 1 {
		return nil, errors.New("--state takes one schema")
	}
	return jsonschema.State(input.Schemas[0])
}
