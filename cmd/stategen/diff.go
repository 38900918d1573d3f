package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

// printDiffs prints changes of files as unified diffs.
func printDiffs(w io.Writer, changes []workspace.Change) error {
	for _, c := range changes {
		before, after := filepath.ToSlash(c.Path), filepath.ToSlash(c.Path)
		if c.Before == nil {
			before = "/dev/null"
		}
		if c.After == nil {
			after = "/dev/null"
		}
		// The first line says "diff", which a patch need not.
		_, hunks, _ := bytes.Cut(diff.Diff(before, c.Before, after, c.After), []byte("\n"))
		if _, err := w.Write(hunks); err != nil {
			return err
		}
	}
	return nil
}

// settle makes the changes or, to check, says what is stale and ends the run with a code if anything is.
func settle(cmd *cobra.Command, check bool, changes ...workspace.Change) error {
	if !check {
		return workspace.Write(changes...)
	}
	for _, c := range changes {
		fmt.Fprintf(cmd.OutOrStdout(), "%s is stale; run the command without --check\n", c.Path)
	}
	if len(changes) > 0 {
		return exitError(exitFindings)
	}
	return nil
}
