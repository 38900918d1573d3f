package main

import (
	"fmt"
	"io"
	"runtime"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

type scanOptions struct {
	output
	request workspace.ScanRequest
}

func newScan() *cobra.Command {
	var o scanOptions
	cmd := &cobra.Command{
		Use:   "scan --db DSN [SCHEMA | FOLDER]",
		Short: "Compare the values in a database with the schema",
		Long: `scan reads every value in the database of a session service and reports what the
generated code would refuse, keys that the schema doesn't declare or lists under
removed, required keys that are missing, and what is left under older names. It
changes nothing. No sensitive value is printed, nor one of a key that isn't
declared. Names of apps, users and sessions are.`,
		Example: `  stategen db scan --db sessions.db
  stategen db scan --db postgres://reader@db.example.com/agents --history`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	o.addFlags(cmd)
	databaseFlag(cmd, &o.request.Database)
	cmd.Flags().BoolVar(&o.request.History, "history", false, "read the events, too: what AsOf would give")
	cmd.Flags().BoolVar(&o.request.Prompts, "prompts", false, "render the instructions for each session, too")
	return cmd
}

func (o *scanOptions) run(cmd *cobra.Command, args []string) error {
	if err := needsDatabase(cmd, o.request.Database); err != nil {
		return err
	}
	o.request.Schema, _ = schemaFirst(args)
	o.request.Progress = everyFewSeconds(cmd.ErrOrStderr(), func(n int64) string { return count(int(n), "session") + " so far" })
	defer onOneProcessor()()
	found, err := space(cmd).Scan(cmd.Context(), o.request)
	if err != nil {
		return err
	}
	if err := o.write(cmd.OutOrStdout(), cmd.ErrOrStderr(), found); err != nil {
		return err
	}
	if o.fails(found.Findings) {
		return exitError(exitFindings)
	}
	return nil
}

func (o *scanOptions) write(stdout, stderr io.Writer, found *workspace.Scanned) error {
	if o.format == "json" {
		return found.Report.WriteJSON(stdout)
	}
	if err := o.print(stdout, found.Findings, found.Sources); err != nil {
		return err
	}
	if o.format != "text" {
		return nil
	}
	r := found.Report
	for _, note := range r.Notes() {
		if _, err := fmt.Fprintln(stderr, note); err != nil {
			return err
		}
	}
	line := fmt.Sprintf("scanned %s (tables of %s): %s, %s, %s, %s", r.Database, r.Tables, count(int(r.Apps), "app"),
		count(int(r.Users), "user"), count(int(r.Sessions), "session"), count(int(r.Values), "value"))
	if r.Events != nil {
		line += ", " + count(int(*r.Events), "event")
	}
	findings := "no findings"
	if n := len(found.Findings); n > 0 {
		findings = count(n, "finding")
	}
	_, err := fmt.Fprintf(stderr, "%s: %s\n", line, findings)
	return err
}

// onOneProcessor leaves the other processors to the programs that use the database, until
// what it returns is called.
func onOneProcessor() func() {
	before := runtime.GOMAXPROCS(1)
	return func() { runtime.GOMAXPROCS(before) }
}
