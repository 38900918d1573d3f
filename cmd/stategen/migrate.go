package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/seed92179c4c/stategen/runtime/migrate"
	"github.com/spf13/cobra"
)

type migrateOptions struct{ request workspace.MigrateRequest }

func newMigrate() *cobra.Command {
	var o migrateOptions
	cmd := &cobra.Command{
		Use:   "migrate --db DSN [SCHEMA | FOLDER]",
		Short: "Rewrite stored values as today's schema stores them",
		Long: `migrate finds the values in a database that are under older names or in older
forms (renamed_from, was), and keys that the schema wants purged (removed). By
default it only counts them.

With --write it appends one event for each session, user and app that has any,
while programs go on. AsOf gives what it gave before. Values that only a
function of the program's own converts (convert: go) are left.`,
		Example: `  stategen db migrate --db sessions.db
  stategen db migrate --db sessions.db --write --rate 200 agent/stategen.yaml`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	databaseFlag(cmd, &o.request.Database)
	cmd.Flags().BoolVar(&o.request.Apply, "write", false, "write; without it, only count")
	cmd.Flags().Float64Var(&o.request.Rate, "rate", 0, "most events in a second; 0: no limit")
	return cmd
}

func (o *migrateOptions) run(cmd *cobra.Command, args []string) error {
	if err := needsDatabase(cmd, o.request.Database); err != nil {
		return err
	}
	if o.request.Rate < 0 {
		return errors.New("--rate is negative")
	}
	o.request.Schema, _ = schemaFirst(args)
	o.request.Author = "stategen db migrate"
	o.request.Progress = everyFewSeconds(cmd.ErrOrStderr(), func(r *migrate.Report) string {
		return fmt.Sprintf("%s and %s so far, %s", count(int(r.Users), "user"), count(int(r.Sessions), "session"), count(int(r.Events), "event"))
	})
	done, err := space(cmd).Migrate(cmd.Context(), o.request)
	if done == nil {
		return err
	}
	return errors.Join(o.write(cmd.OutOrStdout(), done), err)
}

func (o *migrateOptions) write(w io.Writer, done *workspace.Maintained[*migrate.Report]) error {
	r := done.Report
	var b strings.Builder
	for _, k := range r.Keys {
		fmt.Fprintf(&b, "%s: %s; for example in %s\n", k.Key, whatOf(k), exampleOf(k))
	}
	verb := "to append (--write does it)"
	if o.request.Apply {
		verb = "appended"
	}
	fmt.Fprintf(&b, "%s: %s, %s, %s: %s %s", done.Database, count(int(r.Apps), "app"), count(int(r.Users), "user"),
		count(int(r.Sessions), "session"), count(int(r.Events), "event"), verb)
	if left := r.Left(); left > 0 {
		fmt.Fprintf(&b, "; %s left", count(int(left), "value"))
	}
	_, err := fmt.Fprintln(w, b.String())
	return err
}

func whatOf(k *migrate.KeyReport) string {
	var parts []string
	for _, p := range []struct {
		n    int64
		what string
	}{
		{k.Moved, "to rewrite"}, {k.Cleared, "left over under an older name"}, {k.Purged, "to purge"},
		{k.NeedsGo, "that only your convert function converts: call migrate.Run in your program"}, {k.Refused, "that can't be read: `stategen db scan` says why"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	return strings.Join(parts, ", ")
}

func exampleOf(k *migrate.KeyReport) string {
	e := k.Examples[0]
	text := fmt.Sprintf("app %q", e.AppName)
	if e.UserID != "" {
		text += fmt.Sprintf(", user %q", e.UserID)
	}
	if e.SessionID != "" {
		text += fmt.Sprintf(", session %q", e.SessionID)
	}
	return text
}
