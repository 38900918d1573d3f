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

// IsBenchmark reports whether a file is a script that measures, by its name: what it puts into states is filler.
func IsBenchmark(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, "benchmark_") || strings.HasPrefix(base, "performance_") || base == "benchmark.py"
}
