package main

import (
	"bytes"
	"io"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/seed92179c4c/stategen/internal/workspace"
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
