package main

import (
	"errors"

	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/jsonschema"
	"github.com/spf13/cobra"
)

type schemaOptions struct {
	output
	state bool
}

func newSchema() *cobra.Command {
	var o schemaOptions
	cmd := &cobra.Command{
		Use:   "schema [--state [SCHEMA | FOLDER | -]]",
		Short: "Print the JSON Schema of stategen.yaml, or of the declared state",
		Long: `schema prints the JSON Schema of stategen.yaml, by which editors complete and
check the file. Save it beside the file, and name it in the file's first line:

  # yaml-language-server: $schema=stategen.schema.json

With --state it prints the JSON Schema of the state that a stategen.yaml
declares, for other languages and for frameworks that check states against one.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd)
	cmd.Flags().BoolVar(&o.state, "state", false, "print the JSON Schema of the declared state")
	return cmd
}

func (o *schemaOptions) run(cmd *cobra.Command, args []string) error {
	if err := o.validate(); err != nil {
		return err
	}
	text := schema.JSONSchema()
	if o.state {
		var err error
		if text, err = o.stateSchema(cmd, args); err != nil {
			return err
		}
	} else if len(args) > 0 {
		return errors.New("the JSON Schema of stategen.yaml needs no argument; did you mean `stategen schema --state`?")
	}
	_, err := cmd.OutOrStdout().Write(text)
	return err
}

func (o *schemaOptions) stateSchema(cmd *cobra.Command, args []string) ([]byte, error) {
	input, err := space(cmd).Load(cmd.Context(), args)
	if err != nil {
		return nil, err
	}
	if err := o.report(cmd, input); err != nil {
		return nil, err
	}
	if len(input.Schemas) != 1 {
		return nil, errors.New("--state takes one schema")
	}
	return jsonschema.State(input.Schemas[0])
}
