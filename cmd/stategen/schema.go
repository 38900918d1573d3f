package main

import (
	"errors"

	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/jsonschema"
	"github.com/spf13/cobra"
)

func newSchema() *cobra.Command {
	state, client := false, false
	cmd := &cobra.Command{
		Use:   "schema [--state | --client [SCHEMA | FOLDER]]",
		Short: "Print the JSON Schema of stategen.yaml, or of the declared state",
		Example: `  stategen schema > stategen.schema.json
  stategen schema --state examples/booking`,
		Long: `schema prints the JSON Schema by which editors complete and check stategen.yaml.
Name the file where you save it in the first line of stategen.yaml:

  # yaml-language-server: $schema=stategen.schema.json

With --state it prints that of the declared state, for other languages; with
--client that of what clients see of it.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return printSchema(cmd, args, state, client) },
	}
	cmd.Flags().BoolVar(&state, "state", false, "print the JSON Schema of the declared state")
	cmd.Flags().BoolVar(&client, "client", false, "print the JSON Schema of what clients see")
	cmd.MarkFlagsMutuallyExclusive("state", "client")
	return cmd
}

func printSchema(cmd *cobra.Command, args []string, state, client bool) error {
	text := schema.JSONSchema()
	switch {
	case state || client:
		describe := jsonschema.State
		if client {
			describe = jsonschema.Client
		}
		var err error
		if text, err = describeState(cmd, args, describe); err != nil {
			return err
		}
	case len(args) > 0:
		return errors.New("the JSON Schema of stategen.yaml needs no argument; did you mean `stategen schema --state`?")
	}
	_, err := cmd.OutOrStdout().Write(text)
	return err
}

// describeState returns the JSON Schema of one schema's state.
func describeState(cmd *cobra.Command, args []string, describe func(*schema.Schema) ([]byte, error)) ([]byte, error) {
	path, _ := schemaFirst(args)
	s, err := space(cmd).SoundSchema(cmd.Context(), path)
	if err != nil {
		return nil, err
	}
	return describe(s)
}
