package main

import (
	"os"
	"path/filepath"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/spf13/cobra"
)

// space is the workspace of the process: its working folder, streams and
// environment.
func space(cmd *cobra.Command) *workspace.Workspace {
	return &workspace.Workspace{
		Cache: cacheFolder(), Stdin: cmd.InOrStdin(),
		Progress: func(doing string) func() { return progress(cmd.ErrOrStderr(), doing) },
	}
}

// schemaFirst splits arguments into the schema, "" for that of the working folder, and those
// after it.
func schemaFirst(args []string) (schema string, rest []string) {
	if len(args) == 0 {
		return "", nil
	}
	return args[0], args[1:]
}

// cacheFolder is where calls keep what they may need again: in the folder that
// STATEGENCACHE names, or else in the user's cache. It is "" if there is none, as
// with STATEGENCACHE=off.
func cacheFolder() string {
	cache := os.Getenv("STATEGENCACHE")
	if cache == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		cache = filepath.Join(user, "stategen")
	}
	if !filepath.IsAbs(cache) { // "off" too
		return ""
	}
	return cache
}
