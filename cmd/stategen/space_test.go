package main

import (
	"path/filepath"
	"testing"
)

// TestCacheFolder shows what STATEGENCACHE may name.
func TestCacheFolder(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", folder)
	t.Setenv("HOME", folder)
	t.Setenv("LocalAppData", folder)
	for value, want := range map[string]string{"off": "", "relative": "", filepath.Join(folder, "x"): filepath.Join(folder, "x")} {
		t.Setenv("STATEGENCACHE", value)
		if got := cacheFolder(); got != want {
			t.Errorf("%q: %q, not %q", value, got, want)
		}
	}
	t.Setenv("STATEGENCACHE", "")
	if got := cacheFolder(); filepath.Base(got) != "stategen" || !filepath.IsAbs(got) {
		t.Errorf("by default it is %q", got)
	}
}
