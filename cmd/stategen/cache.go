package main

import (
	"os"
	"path/filepath"
)

// cacheFolder is where a command keeps what it may need again: in the folder
// that STATEGENCACHE names, or else in the user's cache. It is "" if there is
// none, as with STATEGENCACHE=off.
func cacheFolder(command string) string {
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
	return filepath.Join(cache, command)
}
