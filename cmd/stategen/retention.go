package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/spf13/cobra"
)

const databaseUsage = "the database: a PostgreSQL connection string, a URL of Redis, or the path of a SQLite file"

func newPrune() *cobra.Command {
	var database string
	var apply bool
	r := runtime.PruneRequest{KeepYounger: time.Hour}
	cmd := &cobra.Command{
		Use:   "prune --db DSN",
		Short: "Remove old sessions and events from a database",
		Long: `prune removes sessions to which nobody has appended for long (--idle), and events
that are old or too many (--older, --max-events) from the front of histories. State
stays, and AsOf stays exact from the oldest event on that is left. By default it only
counts; --apply does it.

It works in small steps, between which programs go on. It can be stopped at any moment
and run again: what was done stays done. DSN is that of scan; ADK's own tables are never
written. Durations are such as 720h or 90m; d stands for 24 hours.`,
		Example: `  stategen prune --db sessions.db --idle 90d
  stategen prune --db postgres://writer@db.example.com/agents --older 30d --max-events 10000 --apply`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if database == "" {
				return errors.New("--db is missing: the database to prune")
			}
			if r.IdleFor == 0 && r.EventsOlderThan == 0 && r.MaxEvents == 0 && r.SnapshotEvery == 0 {
				return errors.New("nothing to do: give --idle, --older, --max-events or --snapshots")
			}
			r.CountOnly = !apply
			r.KeepYounger = max(r.KeepYounger, 1) // 0 would be an hour
			r.Progress = everyFewSeconds(cmd.ErrOrStderr(), func(r runtime.PruneReport) string { return "so far " + pruned(r, "") })
			done, err := space(cmd).Prune(cmd.Context(), database, r)
			if done == nil {
				return err
			}
			return errors.Join(writeMaintained(cmd.OutOrStdout(), done.Database, pruned(done.Report, verbOf(apply))), err)
		},
	}
	cmd.Flags().StringVar(&database, "db", "", databaseUsage)
	cmd.Flags().BoolVar(&apply, "apply", false, "remove; without it, only count")
	cmd.Flags().StringVar(&r.AppName, "app", "", "the one app to prune; empty: all")
	cmd.Flags().Var((*days)(&r.IdleFor), "idle", "remove sessions to which nobody has appended for so `long`")
	cmd.Flags().Var((*days)(&r.EventsOlderThan), "older", "remove events that are older than so `long`")
	cmd.Flags().Int64Var(&r.MaxEvents, "max-events", 0, "keep at most so many events of each history, the last ones; 0: all")
	cmd.Flags().Var((*days)(&r.KeepYounger), "keep", "keep events younger than so `long` in any case")
	cmd.Flags().Int64Var(&r.SnapshotEvery, "snapshots", 0, "store the state after each so many events, for AsOf; 0: don't")
	return cmd
}

func newPurge() *cobra.Command {
	var database string
	var apply bool
	var r runtime.PurgeRequest
	cmd := &cobra.Command{
		Use:   "purge --db DSN --key KEY",
		Short: "Remove all values of a state key from a database, histories included",
		Long: `purge removes every value of a state key: those that are set, by an event that unsets
the key, and those in the histories of sessions, whose events then say that they unset
it. This changes history, and is for legal reasons; for a key that is merely not used any
more, ` + "`removed`" + ` in the schema with ` + "`purge`" + ` and stategen migrate are enough. By
default it only counts; --apply does it.

It works in small steps, between which programs go on; stop those first that write the
key. It can be stopped at any moment and run again. What events hold besides state, such
as messages, stays: each run says how many have one of the values there. DSN is that of
scan; ADK's own tables are never written.`,
		Example: `  stategen purge --db sessions.db --key user:phone
  stategen purge --db postgres://writer@db.example.com/agents --key user:phone --apply`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case database == "":
				return errors.New("--db is missing: the database to purge")
			case r.Key == "":
				return errors.New("--key is missing: the state key to purge")
			}
			r.CountOnly, r.Author = !apply, "stategen purge"
			r.Progress = everyFewSeconds(cmd.ErrOrStderr(), func(r runtime.PurgeReport) string { return "so far " + purged(r, "") })
			done, err := space(cmd).Purge(cmd.Context(), database, r)
			if done == nil {
				return err
			}
			text := purged(done.Report, verbOf(apply)) + "\n" + unseen
			return errors.Join(writeMaintained(cmd.OutOrStdout(), done.Database, text), err)
		},
	}
	cmd.Flags().StringVar(&database, "db", "", databaseUsage)
	cmd.Flags().BoolVar(&apply, "apply", false, "remove; without it, only count")
	cmd.Flags().StringVar(&r.AppName, "app", "", "the one app to purge; empty: all")
	cmd.Flags().StringVar(&r.Key, "key", "", "the state key, in full, such as user:phone")
	return cmd
}

// days is a duration that may be given in days.
type days time.Duration

func (d *days) String() string { return time.Duration(*d).String() }
func (d *days) Type() string   { return "duration" }

func (d *days) Set(text string) error {
	unit := time.Duration(1)
	if number, found := strings.CutSuffix(text, "d"); found {
		text, unit = number+"h", 24
	}
	value, err := time.ParseDuration(text)
	if err != nil || value < 0 || value > time.Duration(1<<63-1)/unit {
		return errors.New("not a duration such as 720h or 30d")
	}
	*d = days(value * unit)
	return nil
}

func writeMaintained(w io.Writer, database, text string) error {
	_, err := fmt.Fprintf(w, "%s: %s\n", database, text)
	return err
}

func verbOf(applied bool) string {
	if applied {
		return " removed"
	}
	return " to remove (--apply does it)"
}

func pruned(r runtime.PruneReport, verb string) string {
	text := fmt.Sprintf("%s, %s%s", count(int(r.Sessions), "session"), count(int(r.Events), "event"), verb)
	if r.Snapshots > 0 {
		text += fmt.Sprintf("; %s to AsOf", count(int(r.Snapshots), "snapshot"))
	}
	if r.Young > 0 {
		text += fmt.Sprintf("; %s kept as too young (--keep)", count(int(r.Young), "event"))
	}
	if r.Damaged > 0 {
		text += fmt.Sprintf("; %s with events that can't be read left as they are", count(int(r.Damaged), "session"))
	}
	return text
}

// unseen says what purge's count of values elsewhere can't know.
const unseen = `not counted: values in other words, spellings or encodings, true and false, names of fields,
what is split between texts, and values under other keys or told by others`

func purged(r runtime.PurgeReport, verb string) string {
	text := fmt.Sprintf("%s, and those of %s in histories%s", count(int(r.Values), "current value"), count(int(r.Events), "event"), verb)
	if r.Elsewhere > 0 {
		text += fmt.Sprintf("; %s with such a value in messages or host data left as they are", count(int(r.Elsewhere), "event"))
	}
	if r.Damaged > 0 {
		text += fmt.Sprintf("; %s with events that can't be read, which may hold a value", count(int(r.Damaged), "history", "histories"))
	}
	return text
}
