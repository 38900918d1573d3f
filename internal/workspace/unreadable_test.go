package workspace_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/internal/workspace"
)

// TestTooLarge holds that a prompt of any size is an error of its own, and keeps no other from being
// checked.
func TestTooLarge(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	schema := write("stategen.yaml", "version: 1\nkeys: {city: string}\ncheck: {templates: ['*.md']}\n")
	large, other := write("a.md", ""), write("b.md", "{ctiy}")
	if err := os.Truncate(large, files.Limit+1); err != nil {
		t.Fatal(err)
	}
	for _, patterns := range [][]string{{schema}, {large, other}} {
		report, err := new(workspace.Workspace).Check(t.Context(), workspace.CheckRequest{Patterns: patterns})
		if err != nil {
			t.Fatal(err)
		}
		list := report.Findings
		if len(list) != 2 || list[0].ID != "not-checked" || !strings.Contains(list[0].Message, "64 MiB") || list[1].ID != "undeclared-key" || !list[:1].HasErrors() {
			t.Errorf("%v has %v", patterns, list)
		}
	}
}
