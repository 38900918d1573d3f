// Package keylist prints the keys of a state. Which of them are sensitive, only
// generated code knows; so whatever holds state prints its keys and never its values.
package keylist

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Print writes text from a Format method.
func Print(f fmt.State, text string) { _, _ = io.WriteString(f, text) }

// Format sorts the keys and returns them as text.
func Format(keys []string) string {
	slices.Sort(keys)
	for i, key := range keys {
		keys[i] = Quote(key)
	}
	return "[" + strings.Join(keys, " ") + "]"
}

// Quote quotes a key that could be taken for more than one, or break a line.
func Quote(key string) string {
	if quoted := strconv.Quote(key); len(quoted) > len(key)+2 || strings.ContainsAny(key, " []{}") || key == "" {
		return quoted
	}
	return key
}

// OfMap is Format of a map's keys.
func OfMap(state map[string]any) string {
	return Format(slices.Collect(maps.Keys(state)))
}
