package typed

import (
	"maps"
	"slices"
)

// sliceOf returns the elements of a list in the shapes that states hold:
// []any from a store, a typed slice from whoever wrote one by hand.
func sliceOf(v any) ([]any, bool) {
	switch v := v.(type) {
	case []any:
		return v, true
	case []string:
		return anySlice(v), true
	case []int:
		return anySlice(v), true
	case []int64:
		return anySlice(v), true
	case []float64:
		return anySlice(v), true
	case []bool:
		return anySlice(v), true
	case []map[string]any:
		return anySlice(v), true
	}
	return nil, false
}

func anySlice[T any](s []T) []any {
	items := make([]any, len(s))
	for i, t := range s {
		items[i] = t
	}
	return items
}

// mapOf is sliceOf for maps.
func mapOf(v any) (map[string]any, bool) {
	switch v := v.(type) {
	case map[string]any:
		return v, true
	case map[string]string:
		return anyMap(v), true
	case map[string]int:
		return anyMap(v), true
	case map[string]int64:
		return anyMap(v), true
	case map[string]float64:
		return anyMap(v), true
	case map[string]bool:
		return anyMap(v), true
	}
	return nil, false
}

func anyMap[T any](m map[string]T) map[string]any {
	fields := make(map[string]any, len(m))
	for name, t := range m {
		fields[name] = t
	}
	return fields
}

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }
