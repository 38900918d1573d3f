package diag

import (
	"slices"
	"testing"
)

// TestRegister holds that rules come by subject and ID whatever the order in which they register, and that no two
// have one ID.
func TestRegister(t *testing.T) {
	before := slices.Clone(registry)
	defer func() { registry = before }()
	registry = nil
	for _, r := range []struct {
		on Subject
		id string
	}{{OnDatabases, "a"}, {OnSchemas, "c"}, {OnSchemas, "b"}, {OnPrompts, "d"}} {
		if got := Register(r.on, Rule{ID: r.id}); got.On != r.on {
			t.Errorf("%s is on %s", r.id, got.On)
		}
	}
	if got := AllRules().IDs(); !slices.Equal(got, []string{"b", "c", "d", "a"}) {
		t.Errorf("the rules are %v", got)
	}
	if got := RulesOn(OnDatabases, OnPrompts).IDs(); !slices.Equal(got, []string{"d", "a"}) {
		t.Errorf("on prompts and databases are %v", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("two rules have one ID")
		}
	}()
	Register(OnAgents, Rule{ID: "b"})
}

// TestSubjects holds that each subject has a name.
func TestSubjects(t *testing.T) {
	if OnDatabases.String() != "databases" || len(subjects) != int(OnDatabases)+1 {
		t.Errorf("the last of %d is %s", len(subjects), OnDatabases)
	}
}
