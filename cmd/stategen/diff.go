package main

import (
	"io"
	"path/filepath"

	"github.com/aymanbagabas/go-udiff"
	"github.com/seed92179c4c/stategen/workspace"
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
		if _, err := io.WriteString(w, udiff.Unified(before, after, string(c.Before), string(c.After))); err != nil {
			return err
		}
	}
	return nil
}
