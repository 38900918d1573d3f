package main

import (
	"os"
	"path/filepath"
)

// checkCache is the folder for what checks of Go packages have found; empty:
// nothing is kept.
func checkCache() string {
	dir, err := os.UserCacheDir()
	if err != nil || os.Getenv("STATEGENCACHE") == "off" {
		return ""
	}
	return filepath.Join(dir, "stategen", "check")
}
