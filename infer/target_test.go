package infer

import (
	"testing"

	"github.com/seed92179c4c/stategen/check/statelint"
)

func TestTargetOf(t *testing.T) {
	const path = "google.golang.org/adk"
	for _, tt := range []struct{ path, version, want string }{
		{path + "/v2", "v2.2.0", "adk"},
		{path + "/v2", "", "adk"},
		{path, "v1.6.0", "adk/v1"},
		{path, "v0.6.0", "adk/v1"},
		{path, "v0.4.0", "adk/v1"},
		{path, "v0.10.1", "adk/v1"},
		{path, "v0.3.0", ""},
		{path, "v0.0.0-20251101000000-0123456789ab", ""},
		{path, "", ""},
		{"", "", ""},
	} {
		if got := targetOf(statelint.Module{Path: tt.path, Version: tt.version}); got != tt.want {
			t.Errorf("%s %s: got %q, want %q", tt.path, tt.version, got, tt.want)
		}
	}
}
