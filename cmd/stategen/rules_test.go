package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/workspace"
)

// TestRulesPage holds docs/rules.md to the rules' own words.
func TestRulesPage(t *testing.T) {
	var got, stderr bytes.Buffer
	if code := execute(context.Background(), []string{"explain", "--format", "markdown"}, streams{out: &got, err: &stderr}); code != exitClean {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	want, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Error("docs/rules.md is stale; run `make generate`")
	}
}

// TestRuleIDs shows that no two rules share a name.
func TestRuleIDs(t *testing.T) {
	seen := map[string]bool{}
	for _, id := range workspace.Rules().IDs() {
		if seen[id] {
			t.Errorf("two rules are called %q", id)
		}
		seen[id] = true
	}
}

// TestRightSchemas shows that a check finds nothing at all in the schemas that
// rules call right.
func TestRightSchemas(t *testing.T) {
	for _, r := range workspace.Rules() {
		if !strings.HasPrefix(r.Good, "version:") || strings.Contains(r.Good, "file:") || strings.Contains(r.Good, "include:") || strings.Contains(r.Good, "templates:") {
			continue // it needs other files
		}
		path := filepath.Join(t.TempDir(), "stategen.yaml")
		if err := os.WriteFile(path, []byte(r.Good), 0o600); err != nil {
			t.Fatal(err)
		}
		var stdout, stderr bytes.Buffer
		code := execute(context.Background(), []string{"check", "--severity", "warning", path}, streams{out: &stdout, err: &stderr})
		if code != exitClean || stdout.Len() > 0 {
			t.Errorf("%s: exit code %d\n%s%s\n%s", r.ID, code, stdout.String(), stderr.String(), r.Good)
		}
	}
}
