//go:build unix

package files

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe holds that nobody waits for a pipe, or reads from a device that never
// ends.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.md")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{pipe, "/dev/zero", dir} {
		if _, err := Read(path); err == nil {
			t.Errorf("%s is read", path)
		}
		t.Setenv(RootVariable, "/")
		var r Reader
		if _, err := r.Read(path); err == nil {
			t.Errorf("%s is read in its project", path)
		}
	}
	if got, skipped := globbed(t, dir, "*.md"); len(got) > 0 || skipped != 1 {
		t.Errorf("found %q, passed over %d", got, skipped)
	}
}
