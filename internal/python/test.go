package python

import (
	"path"
	"strings"
)

// IsTest reports whether a file is a test, by the names that pytest looks for.
func IsTest(name string) bool {
	base := strings.TrimSuffix(path.Base(name), ".py")
	if strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test") || base == "conftest" {
		return true
	}
	for _, dir := range strings.Split(path.Dir(name), "/") {
		if dir == "tests" || dir == "test" {
			return true
		}
	}
	return false
}
