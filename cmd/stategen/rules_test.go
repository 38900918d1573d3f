package main

import (
	"bytes"
	"context"
	"os"
	"testing"
)

// TestRulesPage holds docs/rules.md to the rules' own words.
func TestRulesPage(t *testing.T) {
	var got, stderr bytes.Buffer
	if code := run(context.Background(), []string{"explain", "--markdown"}, streams{out: &got, err: &stderr}); code != exitClean {
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

// TestRuleIDs holds that no two rules share a name.
func TestRuleIDs(t *testing.T) {
	seen := map[string]bool{}
	for _, id := range rules().IDs() {
		if seen[id] {
			t.Errorf("two rules are called %q", id)
		}
		seen[id] = true
	}
}
