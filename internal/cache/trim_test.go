package cache

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/internal/files"
)

// entryName is one of the names that In gives to entries.
func entryName(i int) string {
	return filepath.Base(In[string]("x", []string{strconv.Itoa(i)}, nil).path)
}

// TestTrim holds that what was kept longest ago goes first, and that nobody
// else's file goes.
func TestTrim(t *testing.T) {
	for _, c := range []struct {
		what         string
		number, size int
		left         []int // of the names
	}{
		{"room for all", 4, 400, []int{3, 4, 5, 6}},
		{"room for a number", 2, 400, []int{5, 6}},
		{"room for a size", 4, 399, []int{4, 5, 6}},
		{"room for none", 4, 0, nil},
	} {
		folder := t.TempDir()
		names := []string{"theirs", "theirs" + suffix, files.StagedPrefix + "theirs", entryName(1), entryName(2), files.StagedPrefix + "3", entryName(4)}
		for i, name := range names {
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
		want := names[:3:3]
		for _, i := range c.left {
			want = append(want, names[i])
		}
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
		path := filepath.Join(folder, entryName(i))
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
