package main

import (
	"errors"
	"fmt"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/seed92179c4c/stategen/runtime/transfer"
	"github.com/spf13/cobra"
)

func newExport() *cobra.Command {
	var r workspace.ExportRequest
	cmd := &cobra.Command{
		Use:   "export --db DSN [SCHEMA | FOLDER]",
		Short: "Write the sessions in a database as lines of JSON",
		Long: `export writes all sessions in a database, with their state and events, and the
state that sessions share, to standard output: as of one moment, while programs
go on. import reads it into any store.

With --redact it leaves out what was said, host data, and the values of all keys
but those that the schema declares and that are not sensitive. The names of
apps, users and sessions stay.`,
		Example: `  stategen db export --db sessions.db > sessions.jsonl
  stategen db export --db sessions.db | stategen db import --db new.db`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := needsDatabase(cmd, r.Database); err != nil {
				return err
			}
			r.Schema, _ = schemaFirst(args)
			if r.Schema != "" && !r.Redact {
				return errors.New("the schema says what is sensitive; it needs --redact")
			}
			r.Progress = everyFewSeconds(cmd.ErrOrStderr(), func(n int64) string { return count(int(n), "session") + " so far" })
			defer onOneProcessor()()
			return space(cmd).Export(cmd.Context(), r, cmd.OutOrStdout())
		},
	}
	databaseFlag(cmd, &r.Database)
	cmd.Flags().StringVar(&r.App, "app", "", "only this app")
	cmd.Flags().StringVar(&r.User, "user", "", "only this user of the app")
	cmd.Flags().StringVar(&r.Session, "session", "", "only this session of the user")
	cmd.Flags().BoolVar(&r.Redact, "redact", false, "leave out what the schema does not say is not sensitive")
	return cmd
}

func newImport() *cobra.Command {
	var r workspace.ImportRequest
	cmd := &cobra.Command{
		Use:   "import --db DSN",
		Short: "Store sessions that export has written",
		Long: `import reads from standard input what export has written, and stores it as it
was. It makes the database if there is none. Run again with the same input, it
goes on where it was, and writes nothing twice. Other sessions and shared state
that are there already stay, and are reported: then the exit code is 2.`,
		Example: `  stategen db import --db sessions.db < sessions.jsonl
  stategen db import --check < sessions.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needsDatabase(cmd, r.Database); err != nil && !r.CheckOnly {
				return err
			}
			defer onOneProcessor()()
			r.Progress = everyFewSeconds(cmd.ErrOrStderr(), func(r transfer.Report) string { return imported(r) + " so far" })
			report, err := space(cmd).Import(cmd.Context(), r, cmd.InOrStdin())
			where := "in the database"
			if r.CheckOnly {
				where = "checked"
			}
			_, printErr := fmt.Fprintf(cmd.ErrOrStderr(), "%s %s, %s written, %d not imported\n",
				imported(report), where, count(int(report.Written), "event"), report.Problems)
			return errors.Join(err, printErr)
		},
	}
	databaseFlag(cmd, &r.Database)
	cmd.Flags().BoolVar(&r.CheckOnly, "check", false, "check the input and write nothing")
	return cmd
}

func imported(r transfer.Report) string {
	return fmt.Sprintf("%s and %s with %s", count(int(r.Sessions), "session"), count(int(r.Shared), "shared state"), count(int(r.Events), "event"))
}
