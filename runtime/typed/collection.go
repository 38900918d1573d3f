package typed

import (
	"maps"
	"slices"
	"strconv"

	"github.com/seed92179c4c/stategen/runtime"
)

// AsList converts a list that was read, each element with as.
func AsList[T any](v any, as func(any) (T, error)) ([]T, error) {
	items, ok := listOf(v)
	if !ok {
		return nil, Mismatch("list", v)
	}
	list := make([]T, len(items))
	var errs Errors
	for i, item := range items {
		t, err := as(item)
		errs.Add(in(index(i), err))
		list[i] = t
	}
	return list, errs.Join()
}

// FromList converts a list to be written, each element with from. A nil list
// is written as an empty one.
func FromList[T any](list []T, from func(T) (any, error)) (any, error) {
	items := make([]any, len(list))
	var errs Errors
	for i, t := range list {
		item, err := from(t)
		errs.Add(in(index(i), err))
		items[i] = item
	}
	return items, errs.Join()
}

// AsMap converts a map that was read, each value with as.
func AsMap[T any](v any, as func(any) (T, error)) (map[string]T, error) {
	fields, ok := mapOf(v)
	if !ok {
		return nil, Mismatch("map", v)
	}
	m := make(map[string]T, len(fields))
	var errs Errors
	for _, name := range sortedKeys(fields) {
		t, err := as(fields[name])
		errs.Add(in(name, err))
		m[name] = t
	}
	return m, errs.Join()
}

// FromMap converts a map to be written, each value with from. A nil map is
// written as an empty one.
func FromMap[T any](m map[string]T, from func(T) (any, error)) (any, error) {
	fields := make(map[string]any, len(m))
	var errs Errors
	for _, name := range sortedKeys(m) {
		_, err := FromString(name)
		errs.Add(err)
		field, err := from(m[name])
		errs.Add(in(name, err))
		fields[name] = field
	}
	return fields, errs.Join()
}

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }

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
