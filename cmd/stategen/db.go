package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newDB() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "db",
		Short: "Scan, migrate, export, import, prune or purge a database of sessions",
		Long: `db groups the commands on a database of sessions. --db names it: the path of a
SQLite file, a PostgreSQL connection string, or a URL of Redis. A password is
better put in PGPASSWORD or a password file than on the command line.

What changes stored sessions only counts, until --write is given; import is
there to write, and only checks with --check. All can be stopped at any moment
and run again. ADK's own tables are read, and never written.`,
		Example: `  stategen db scan --db sessions.db
  stategen db migrate --db postgres://writer@db.example.com/agents --write`,
		Args: unknownCommand,
		RunE: needsCommand,
	}
	cmd.AddCommand(newScan(), newMigrate(), newExport(), newImport(), newPrune(), newPurge())
	return cmd
}

const databaseUsage = "the `database`: a SQLite file, a PostgreSQL connection string or a URL of Redis"

// databaseFlag declares --db, which names a database in every command that reads one.
func databaseFlag(cmd *cobra.Command, database *string) {
	cmd.Flags().StringVar(database, "db", "", databaseUsage)
}

// needsDatabase is the usage error of a command that was given no database.
func needsDatabase(cmd *cobra.Command, database string) error {
	if database == "" {
		return fmt.Errorf("--db is missing: the database to %s", cmd.Name())
	}
	return nil
}
