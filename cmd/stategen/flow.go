package main

import (
	"bytes"
	"fmt"

	"github.com/seed92179c4c/stategen/internal/flow"
	"github.com/spf13/cobra"
)

type flowOptions struct {
	format, file string
	check        bool
	view         flow.View
}

func newFlow() *cobra.Command {
	var o flowOptions
	cmd := &cobra.Command{
		Use:   "flow [SCHEMA | FOLDER] [PACKAGES]",
		Short: "Show who writes and who reads each key",
		Long: `flow draws the graph of a schema's keys, the prompts that show them, and the
tools, callbacks, agents and functions that use them, with the tree of agents.
Packages are those named after the schema, or all below its folder.

Each edge is one that source shows. Dashed is what may be; what source leaves
open, such as a key that is built at run time, is the node "not seen".`,
		Example: `  stategen flow --key seat examples/booking
  stategen flow --format mermaid -o flow.mmd`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.view.Keys, "key", nil, "show this key and who uses it; repeatable")
	f.StringArrayVar(&o.view.Agents, "agent", nil, "show this agent, tool or prompt; repeatable")
	f.StringVar(&o.view.From, "from", "", "show how data goes from this key or agent")
	f.StringVar(&o.view.To, "to", "", "... to this one")
	f.IntVar(&o.view.Depth, "depth", 1, "how many edges around --key and --agent")
	choose(cmd, &o.format, "format", "", flow.Formats()...)
	f.StringVarP(&o.file, "output", "o", "", "the file to write (default standard output)")
	f.BoolVar(&o.check, "check", false, "write nothing; exit 1 if anything would change")
	return cmd
}

func (o *flowOptions) run(cmd *cobra.Command, args []string) error {
	if o.file == "-" {
		o.file = ""
	}
	if o.check && o.file == "" {
		return fmt.Errorf("--check needs -o: the file to compare with")
	}
	if o.view.Depth < 0 {
		return fmt.Errorf("--depth %d is less than 0", o.view.Depth)
	}
	w := space(cmd)
	schema, packages := schemaFirst(args)
	found, err := w.Flow(cmd.Context(), schema, packages)
	if err != nil {
		return err
	}
	out := plainText()
	if err := out.print(cmd.ErrOrStderr(), found.Findings, found.Sources); err != nil {
		return err
	}
	for _, p := range found.Problems {
		fmt.Fprintln(cmd.ErrOrStderr(), p)
	}
	var b bytes.Buffer
	if err := found.Graph.Write(&b, o.format, o.view); err != nil {
		return err
	}
	if o.file == "" {
		_, err = b.WriteTo(cmd.OutOrStdout())
		return err
	}
	change, err := w.Replace(o.file, b.Bytes())
	if err != nil || change == nil {
		return err
	}
	return settle(cmd, o.check, *change)
}
