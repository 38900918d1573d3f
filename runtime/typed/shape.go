package typed

import (
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
)

// listOf returns the items of a list: []any from a store, another slice from
// whoever wrote one by hand. The caller must not change them.
func listOf(v any) ([]any, bool) {
	if items, ok := v.([]any); ok {
		return items, true
	}
	plain, err := runtime.Normalize("", v)
	items, ok := plain.([]any)
	return items, ok && err == nil
}

// mapOf is listOf for maps.
func mapOf(v any) (map[string]any, bool) {
	if fields, ok := v.(map[string]any); ok {
		return fields, true
	}
	plain, err := runtime.Normalize("", v)
	fields, ok := plain.(map[string]any)
	return fields, ok && err == nil
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
