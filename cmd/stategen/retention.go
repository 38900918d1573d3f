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

func newPrune() *cobra.Command {
	var database string
	var apply bool
	r := runtime.PruneRequest{KeepYounger: time.Hour}
	cmd := &cobra.Command{
		Use:   "prune --db DSN",
		Short: "Remove old sessions and events from a database",
		Long: `prune removes sessions to which nobody has appended for long (--idle), and
events that are old or too many (--older, --max-events) from the front of
histories. State stays, and AsOf stays exact from the oldest event on that is
left. By default it only counts; --write does it, in small steps between which
programs go on. Durations are such as 720h or 90m; d stands for 24 hours.`,
		Example: `  stategen db prune --db sessions.db --idle 90d
  stategen db prune --db sessions.db --older 30d --max-events 10000 --write`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needsDatabase(cmd, database); err != nil {
				return err
			}
			if r.IdleFor == 0 && r.EventsOlderThan == 0 && r.MaxEvents == 0 && r.SnapshotEvery == 0 {
				return errors.New("nothing to do: give --idle, --older, --max-events or --snapshots")
			}
			r.CountOnly = !apply
			r.Progress = everyFewSeconds(cmd.ErrOrStderr(), func(r runtime.PruneReport) string { return "so far " + pruned(r, "") })
			done, err := space(cmd).Prune(cmd.Context(), database, r)
			if done == nil {
				return err
			}
			return errors.Join(writeMaintained(cmd.OutOrStdout(), done.Database, pruned(done.Report, verbOf(apply))), err)
		},
	}
	databaseFlag(cmd, &database)
	cmd.Flags().BoolVar(&apply, "write", false, "remove; without it, only count")
	cmd.Flags().StringVar(&r.AppName, "app", "", "the one app to prune; empty: all")
	cmd.Flags().Var((*days)(&r.IdleFor), "idle", "remove sessions idle for this `time`")
	cmd.Flags().Var((*days)(&r.EventsOlderThan), "older", "remove events older than this `time`")
	cmd.Flags().Int64Var(&r.MaxEvents, "max-events", 0, "keep so many events of each history at most; 0: all")
	cmd.Flags().Var((*days)(&r.KeepYounger), "keep", "keep events younger than this `time`")
	cmd.Flags().Int64Var(&r.SnapshotEvery, "snapshots", 0, "store the state after so many events each; 0: don't")
	return cmd
}

func newPurge() *cobra.Command {
	var database string
	var apply bool
	var r runtime.PurgeRequest
	cmd := &cobra.Command{
		Use:   "purge --db DSN --key KEY",
		Short: "Remove all values of a state key, histories included",
		Long: `purge removes every value of a state key, also those in histories, whose events
then say that they unset it. That is for legal reasons; for a key that is not
used any more, removed in the schema and migrate are enough. Stop programs first
that write the key.

What events hold besides state, such as messages, stays: each run says how many
have one of the values there.`,
		Example: `  stategen db purge --db sessions.db --key user:phone
  stategen db purge --db sessions.db --key user:phone --write`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needsDatabase(cmd, database); err != nil {
				return err
			}
			if r.Key == "" {
				return errors.New("--key is missing: the state key to purge")
			}
			r.CountOnly, r.Author = !apply, "stategen db purge"
			r.Progress = everyFewSeconds(cmd.ErrOrStderr(), func(r runtime.PurgeReport) string { return "so far " + purged(r, "") })
			done, err := space(cmd).Purge(cmd.Context(), database, r)
			if done == nil {
				return err
			}
			text := purged(done.Report, verbOf(apply)) + "\n" + unseen
			return errors.Join(writeMaintained(cmd.OutOrStdout(), done.Database, text), err)
		},
	}
	databaseFlag(cmd, &database)
	cmd.Flags().BoolVar(&apply, "write", false, "remove; without it, only count")
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
	*d = days(max(value*unit, 1)) // 0 would be as if it were not given
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
	return " to remove (--write does it)"
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
