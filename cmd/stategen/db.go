package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newDB() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "db",
		Short: "Scan, migrate, export, import, prune, purge stored sessions",
		Long: `--db names a database of sessions. A password is better put in PGPASSWORD or a
password file. What changes sessions only counts without --write. All can be
stopped at any moment and run again. ADK's own tables are never written.`,
		Example: `  stategen db scan --db sessions.db
  stategen db migrate --db postgres://writer@db.example.com/agents --write`,
		Args: unknownCommand,
		RunE: needsCommand,
	}
	cmd.AddCommand(newScan(), newMigrate(), newExport(), newImport(), newPrune(), newPurge())
	return cmd
}

const databaseUsage = "SQLite file, PostgreSQL DSN or Redis URL"

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
