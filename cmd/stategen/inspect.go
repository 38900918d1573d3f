package main

import (
	"fmt"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

type inspectOptions struct {
	request workspace.InspectRequest
	open    bool
}

func newInspect() *cobra.Command {
	var o inspectOptions
	cmd := &cobra.Command{
		Use:   "inspect --db DSN | --export FILE [SCHEMA | FOLDER]",
		Short: "Look at sessions in the browser, with the state as of each event",
		Long: `inspect serves a page on this machine alone: sessions, their events, and their
state and prompts as of each. Whoever has the link that is printed sees it all.

With --write values can be changed: each change is one event by "stategen
inspect", with a reason. It and each sensitive value that is shown, with
--reveal-sensitive, are noted on standard error.`,
		Example: `  stategen inspect --db postgres://localhost/agents --open agent/stategen.yaml
  stategen inspect --export sessions.jsonl`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	f, r := cmd.Flags(), &o.request
	databaseFlag(cmd, &r.Database)
	f.StringVar(&r.Export, "export", "", "a `file` that stategen db export wrote")
	f.BoolVar(&r.Write, "write", false, "allow values to be changed")
	f.BoolVar(&r.Reveal, "reveal-sensitive", false, "show the values of sensitive keys")
	f.StringVar(&r.Addr, "addr", "127.0.0.1:0", "a loopback `address`")
	f.BoolVar(&o.open, "open", false, "open the page in the browser")
	cmd.MarkFlagsMutuallyExclusive("db", "export")
	return cmd
}

func (o *inspectOptions) run(cmd *cobra.Command, args []string) error {
	o.request.Schema, _ = schemaFirst(args)
	o.request.Audit = cmd.ErrOrStderr()
	i, err := space(cmd).Inspect(cmd.Context(), o.request)
	if err != nil {
		return err
	}
	defer func() { _ = i.Close() }()
	if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s\nCtrl-C ends it.\n", i.Server.Link()); err != nil {
		return err
	}
	if o.open {
		forget, err := browse(i.Server.Link())
		if err != nil { // the link is printed
			fmt.Fprintf(cmd.ErrOrStderr(), "no browser could be opened: %v\n", err)
		} else {
			defer forget()
		}
	}
	return i.Server.Serve(cmd.Context())
}
