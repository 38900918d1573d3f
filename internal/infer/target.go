package infer

import (
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/statelint"
)

// targetOf is the adapter for a version of ADK. Versions before 0.4 have no
// plugins, so the adapter doesn't compile with them; getters run on their
// states without it.
func targetOf(adk statelint.Module) string {
	version := strings.SplitN(strings.TrimPrefix(adk.Version, "v"), ".", 3)
	switch {
	case strings.HasSuffix(adk.Path, "/v2"):
		return "adk"
	case version[0] == "1":
		return "adk/v1"
	case version[0] == "0" && len(version) == 3:
		if minor, err := strconv.Atoi(version[1]); err == nil && minor >= 4 {
			return "adk/v1"
		}
	}
	return ""
}
