package infer

import (
	"testing"

	"github.com/seed92179c4c/stategen/internal/statelint"
)

// TestTargetOf names the target for each line of ADK's releases, and none for those that
// our adapters don't know.
func TestTargetOf(t *testing.T) {
	const path = "google.golang.org/adk"
	for module, want := range map[statelint.Module]string{
		{Path: path + "/v2", Version: "v2.2.0"}: "adk",
		{Path: path, Version: "v1.7.0"}:         "adk/v1",
		{Path: path, Version: "v0.4.0"}:         "adk/v1",
		{Path: path, Version: "v0.3.0"}:         "",
		{Path: path, Version: "v3.5.0"}:         "",
		{Path: path, Version: "(devel)"}:        "",
		{}:                                      "",
	} {
		if got := targetOf(module); got != want {
			t.Errorf("%+v: target %q, want %q", module, got, want)
		}
	}
}
