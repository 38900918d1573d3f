//go:build linux

package workspace

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
)

// TestLookHoldsNoFolder holds that looking at a schema, again and again, leaves no descriptor
// open until the garbage collector comes by.
func TestLookHoldsNoFolder(t *testing.T) {
	path := filepath.Join(t.TempDir(), "stategen.yaml")
	if err := os.WriteFile(path, []byte("version: 1\ncheck: {templates: [\"*.md\"]}\nkeys: {a: string}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	open := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	w := &Workspace{}
	last, err := w.Look(t.Context(), path, nil)
	before := open()
	for range 100 {
		if err != nil {
			t.Fatal(err)
		}
		last, err = w.Look(t.Context(), path, last)
	}
	_, err = w.Look(t.Context(), path, nil)
	if after := open(); err != nil || after > before {
		t.Errorf("%d descriptors, %d before: %v", after, before, err)
	}
}
