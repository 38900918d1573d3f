package schema_test

import (
	"io/fs"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// exampleReader serves one schema and the files that the examples name.
func exampleReader(text string) schema.ReadFile {
	files := map[string]string{
		"stategen.yaml":      text,
		"common.yaml":        "version: 1\ntypes:\n  Step: {enum: [begin, end]}\n",
		"prompts/greeter.md": "Hello.\n",
	}
	return func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, fs.ErrNotExist
	}
}

func ids(list diag.List) []string {
	var found []string
	for _, d := range list {
		found = append(found, d.ID)
	}
	return found
}

func TestRuleExamples(t *testing.T) {
	for _, rule := range schema.Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			bad := schema.Load("stategen.yaml", exampleReader(rule.Bad))
			if !slices.Contains(ids(bad.Diagnostics), rule.ID) {
				t.Errorf("the bad example reports %v", ids(bad.Diagnostics))
			}
			for _, d := range bad.Diagnostics {
				if d.ID == rule.ID && d.Severity != rule.Severity {
					t.Errorf("reported as %s, described as %s", d.Severity, rule.Severity)
				}
			}
			if good := schema.Load("stategen.yaml", exampleReader(rule.Good)); len(good.Diagnostics) > 0 {
				t.Errorf("the good example is reported:\n%s", text(t, good))
			}
		})
	}
}

// TestEveryRuleHasGoldenCase holds that each ID is described and shown in a
// golden case, and that no case reports an ID without a description.
func TestEveryRuleHasGoldenCase(t *testing.T) {
	shown := map[string]bool{}
	for _, path := range goldenCases(t) {
		result := schema.Load("stategen.yaml", reader(parseCase(t, path)))
		for _, id := range ids(result.Diagnostics) {
			shown[id] = true
			if _, ok := schema.Rules().Find(id); !ok && id != "unused-suppression" { // the checker describes that
				t.Errorf("%s: %s is described nowhere", filepath.Base(path), id)
			}
		}
	}
	for _, id := range schema.Rules().IDs() {
		if !shown[id] {
			t.Errorf("no golden case shows %s", id)
		}
	}
}

func TestRuleIDsAreUnique(t *testing.T) {
	all := schema.Rules().IDs()
	slices.Sort(all)
	if once := slices.Compact(slices.Clone(all)); len(once) != len(all) {
		t.Errorf("an ID stands twice in %v", all)
	}
}
