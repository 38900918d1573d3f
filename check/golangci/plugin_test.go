package golangci_test

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"

	"github.com/seed92179c4c/stategen/check/golangci"
)

func TestPlugin(t *testing.T) {
	newPlugin, err := register.GetPlugin(golangci.Name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(map[string]any{"schema": "some/stategen.yaml", "tests": true, "warnings": true})
	if err != nil {
		t.Fatal(err)
	}
	if mode := p.GetLoadMode(); mode != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", mode)
	}
	analyzers, err := p.BuildAnalyzers()
	if err != nil || len(analyzers) != 1 {
		t.Fatalf("%d analyzers, error %v", len(analyzers), err)
	}
	for flag, want := range map[string]string{"schema": "some/stategen.yaml", "tests": "true", "warnings": "true"} {
		if got := analyzers[0].Flags.Lookup(flag).Value.String(); got != want {
			t.Errorf("flag %s is %q, want %q", flag, got, want)
		}
	}
	if _, err := newPlugin(map[string]any{"shcema": "x"}); err == nil {
		t.Error("a setting that does not exist was accepted")
	}
}
