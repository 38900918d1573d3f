package scopes

import (
	"maps"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

func TestDeltaKeepsScopes(t *testing.T) {
	delta, err := NewDelta().SetTopic("a").SetUserTopic("b").SetAppTopic("c").SetTempTopic("d").
		SetRelayToken("e").SetBudgetTotal(1).SetUserID("f").Build()
	if err != nil {
		t.Fatal(err)
	}
	parts := delta.Split()
	for scope, want := range map[runtime.Scope][]string{
		runtime.ScopeSession: {"budget.total", "relay:token", "topic"},
		runtime.ScopeUser:    {"id", "topic"},
		runtime.ScopeApp:     {"topic"},
		runtime.ScopeTemp:    {"topic"},
	} {
		if got := slices.Sorted(maps.Keys(parts[scope])); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", scope, got, want)
		}
	}
}

func TestInitialLeavesOtherScopesAlone(t *testing.T) {
	state, err := Initial{Topic: "a"}.Build()
	if err != nil || len(state) != 1 || state[KeyTopic] != "a" {
		t.Errorf("got %v, %v", state, err)
	}
}

func TestDeltaKeepsErrors(t *testing.T) {
	if _, err := NewDelta().SetTopic("\xff").SetUserTopic("fine").SetUserID("\x00").Build(); err == nil {
		t.Error("errors are lost")
	}
}
