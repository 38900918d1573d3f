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
		Use:   "inspect --db DSN | --events FILE [SCHEMA | FOLDER]",
		Short: "Look at sessions in the browser: their events, and the state as of each",
		Long: `inspect serves a page on this machine alone that shows what a database holds: apps,
users and sessions, a session's events, and its state as of any of them, with
what the schema says of each key and the prompts as they were then. It follows
what other processes append.

With --write values can be changed: each change is one event by "stategen
inspect", with a reason, and only if the value still is the one that was shown.
Sensitive values are not sent to the browser without --reveal-sensitive; then
each is noted on standard error, as is each change.

Whoever has the link that is printed sees all that the page shows.`,
		Example: `  stategen inspect --db sessions.db
  stategen inspect --db postgres://localhost/agents --open agent/stategen.yaml
  stategen inspect --events export.jsonl`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	f, r := cmd.Flags(), &o.request
	databaseFlag(cmd, &r.Database)
	f.StringVar(&r.Events, "events", "", "a file that stategen db export wrote")
	f.BoolVar(&r.Write, "write", false, "allow values to be changed")
	f.BoolVar(&r.Reveal, "reveal-sensitive", false, "show the values of sensitive keys")
	f.StringVar(&r.Addr, "addr", "127.0.0.1:0", "the address to listen on, of the loopback interface; port 0 takes a free one")
	f.BoolVar(&o.open, "open", false, "open the page in the browser")
	exclusive(cmd, "db", "events")
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
	found := plainText()
	if err := found.report(cmd, workspace.Loaded{Findings: i.Findings, Sources: i.Sources}); err != nil {
		return err
	}
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
