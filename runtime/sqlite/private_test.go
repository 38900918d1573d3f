//go:build unix

package sqlite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// TestFilesArePrivate creates files while nothing keeps others from reading them.
func TestFilesArePrivate(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0))
	for name, c := range map[string]struct {
		prepare func(path string) error
		want    os.FileMode
	}{
		"new":            {func(string) error { return nil }, 0o600},
		"there already":  {func(path string) error { return makeFile(path, 0o640) }, 0o640},
		"a link to some": {func(path string) error { return linkToFile(path) }, 0o664},
	} {
		path := filepath.Join(t.TempDir(), "x.db")
		if err := c.prepare(path); err != nil {
			t.Fatal(err)
		}
		svc := open(t, path)
		if _, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u"}); err != nil {
			t.Fatal(err)
		}
		base, err := filepath.EvalSymlinks(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, suffix := range []string{"", "-wal", "-shm"} {
			info, err := os.Stat(base + suffix)
			if err != nil || info.Mode() != c.want {
				t.Errorf("%s: the file with %q at its end has mode %v, error %v, want %v", name, suffix, info.Mode(), err, c.want)
			}
		}
	}
}

func makeFile(path string, mode os.FileMode) error { return os.WriteFile(path, nil, mode) }

func linkToFile(path string) error {
	if err := os.Symlink("target.db", path); err != nil {
		return err
	}
	return makeFile(filepath.Join(filepath.Dir(path), "target.db"), 0o664)
}

// TestLinkToNothing opens a link whose target isn't there: SQLite would make a file that
// others may read.
func TestLinkToNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	if err := os.Symlink("target.db", path); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("session database %q: it is a link to a file that isn't there", path)
	if _, err := sqlite.Open(ctx, path); err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// TestDamagedVersions opens files whose version no program has written.
func TestDamagedVersions(t *testing.T) {
	for _, version := range []int{0, -9} {
		path := filepath.Join(t.TempDir(), "x.db")
		if err := open(t, path).Close(); err != nil {
			t.Fatal(err)
		}
		execute(t, path, fmt.Sprintf("PRAGMA user_version=%d", version))
		want := fmt.Sprintf("session database %q: the file has version %d, and versions begin with 1: restore it from a backup", path, version)
		if _, err := sqlite.Open(ctx, path); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}
