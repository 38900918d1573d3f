package remember

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/internal/staged"
)

// TestTrim holds that what was kept longest ago goes first, and that nobody
// else's file goes.
func TestTrim(t *testing.T) {
	for _, c := range []struct {
		what         string
		number, size int
		left         string
	}{
		{"room for all", 4, 400, "theirs 1.entry 2.entry .stategen-3 4.entry"},
		{"room for a number", 2, 400, "theirs .stategen-3 4.entry"},
		{"room for a size", 4, 399, "theirs 2.entry .stategen-3 4.entry"},
		{"room for none", 4, 0, "theirs"},
	} {
		folder := t.TempDir()
		for i, name := range []string{"theirs", "1" + suffix, "2" + suffix, staged.Prefix + "3", "4" + suffix} {
			path := filepath.Join(folder, name)
			write(t, path, strings.Repeat("x", 100))
			if err := os.Chtimes(path, time.Time{}, time.Unix(int64(i), 0)); err != nil {
				t.Fatal(err)
			}
		}
		trim(folder, c.number, c.size)
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, e := range entries {
			left = append(left, e.Name())
		}
		want := strings.Fields(c.left)
		slices.Sort(want)
		if !slices.Equal(left, want) {
			t.Errorf("%s: %v are left, want %v", c.what, left, want)
		}
	}
	trim(filepath.Join(t.TempDir(), "gone"), 1, 1)
}

// TestSaveTrims holds that keeping an entry forgets others.
func TestSaveTrims(t *testing.T) {
	folder := t.TempDir()
	for i := range mostEntries + 1 {
		path := filepath.Join(folder, string(rune('a'+i%26))+strings.Repeat("x", i/26)+suffix)
		write(t, path, "")
		if err := os.Chtimes(path, time.Time{}, time.Unix(int64(i), 0)); err != nil {
			t.Fatal(err)
		}
	}
	e := entryIn(folder)
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != mostEntries || !holds(e) {
		t.Errorf("%d are left, want %d with the last one; %v", len(entries), mostEntries, err)
	}
}
