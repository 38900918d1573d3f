package redis

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// condition is what a key must hold: JSON text, or nothing.
type condition struct{ key, text string }

// change is a write as arguments of a script: see change.lua.
type change struct {
	key  string
	old  []string // names that it unsets besides
	kind string
	args []string // behind the kind
}

func (c change) merges() bool { return c.kind == "whole" || c.kind == "float" || c.kind == "list" }

// plainChanges returns writes of values, sorted by key.
func plainChanges(writes []store.Write) ([]change, error) {
	changes := make([]change, 0, len(writes))
	for _, w := range writes {
		c := change{key: w.Key, kind: "unset"}
		if w.Value != nil {
			text, err := runtime.EncodeValue(w.Value)
			if err != nil {
				return nil, err
			}
			c.kind, c.args = "set", []string{string(text)}
		}
		changes = append(changes, c)
	}
	sortByKey(changes)
	return changes, nil
}

func sortByKey(changes []change) {
	slices.SortFunc(changes, func(a, b change) int { return strings.Compare(a.key, b.key) })
}

// directChanges returns an append's writes if the script can carry them out without
// anything being read first.
func directChanges(a *store.Append) ([]change, bool) {
	changes := make([]change, 0, len(a.Writes()))
	var plain []store.Write
	for _, w := range a.Writes() {
		op, merges := w.Value.(runtime.Op)
		if !merges {
			plain = append(plain, w)
			continue
		}
		c, ok := mergeChange(w.Key, op, a.KeepResolved())
		if !ok {
			return nil, false
		}
		changes = append(changes, c)
	}
	others, err := plainChanges(plain)
	changes = append(changes, others...)
	sortByKey(changes)
	return changes, err == nil
}

// mergeChange returns the change that an operation makes, if the script knows its kind.
func mergeChange(key string, op runtime.Op, tell bool) (change, bool) {
	c := change{key: key, old: op.Old}
	var args []string
	var ok bool
	switch op.Kind {
	case runtime.OpSum, runtime.OpMin, runtime.OpMax:
		c.kind, args, ok = numberArgs(op)
	case runtime.OpAppend, runtime.OpUnion:
		c.kind, args, ok = listArgs(op)
	}
	if !ok {
		return c, false
	}
	c.args = append([]string{firstText(op), quoted(key, tell), strconv.Itoa(len(op.Old))}, bareNames(op.Old)...)
	c.args = append(append(c.args, op.Kind.String()), args...)
	return c, true
}

// firstText is what a key holds after the operation if it wasn't set; empty if that is an
// error.
func firstText(op runtime.Op) string {
	first, err := op.Apply(nil)
	if err != nil {
		return ""
	}
	text, err := runtime.EncodeValue(first)
	if err != nil {
		return ""
	}
	return string(text)
}

// quoted is a key as JSON has it, if the event is to tell what its operation came to.
func quoted(key string, tell bool) string {
	if !tell {
		return ""
	}
	text, err := runtime.EncodeValue(key)
	if err != nil {
		return ""
	}
	return string(text)
}

func bareNames(keys []string) []string {
	names := make([]string, len(keys))
	for i, key := range keys {
		_, names[i] = runtime.ParseKey(key)
	}
	return names
}

// numberArgs are an operand and its bounds, if Lua's doubles hold them exactly.
func numberArgs(op runtime.Op) (kind string, args []string, ok bool) {
	print := printWhole
	kind = "whole"
	if _, isFloat := op.Operand.(float64); isFloat {
		kind, print = "float", printFloat
	}
	for _, n := range []any{op.Operand, op.Limits.Min, op.Limits.Max} {
		text := ""
		if n != nil {
			if text, ok = print(n); !ok {
				return kind, nil, false
			}
		}
		args = append(args, text)
	}
	return kind, args, args[0] != ""
}

func printWhole(n any) (string, bool) {
	i, ok := runtime.DecodeInt(n)
	return strconv.FormatInt(i, 10), ok && -runtime.MaxExactInt <= i && i <= runtime.MaxExactInt
}

func printFloat(n any) (string, bool) {
	f, ok := runtime.DecodeFloat(n)
	return strconv.FormatFloat(f, 'g', 17, 64), ok && !math.IsInf(f, 0) && !math.IsNaN(f)
}

// listArgs are a list's limits and the items to be added.
func listArgs(op runtime.Op) (kind string, args []string, ok bool) {
	items, ok := op.Operand.([]any)
	if !ok || len(op.Renamed) > 0 {
		return "list", nil, false
	}
	args = []string{strconv.Itoa(max(op.Limits.MinItems, 0)), strconv.Itoa(max(op.Limits.MaxItems, 0)), flag(op.Limits.Unique), strconv.Itoa(len(items))}
	for _, item := range items {
		text, err := runtime.EncodeValue(item)
		if err != nil {
			return "list", nil, false
		}
		args = append(args, string(text))
	}
	return "list", args, true
}

// conditionArgs and changeArgs are lists as scripts take them.

func conditionArgs(args []string, conditions []condition) []string {
	args = append(args, strconv.Itoa(len(conditions)))
	for _, c := range conditions {
		scope, name := runtime.ParseKey(c.key)
		args = append(args, strconv.Itoa(place(scope)), name, c.text)
	}
	return args
}

func changeArgs(args []string, changes []change) []string {
	args = append(args, strconv.Itoa(len(changes)))
	for _, c := range changes {
		scope, name := runtime.ParseKey(c.key)
		args = append(append(args, strconv.Itoa(place(scope)), name, c.kind), c.args...)
	}
	return args
}

// expected returns conditions for what an append relies on, sorted by key; false if a value
// has no text.
func expected(values map[string]any) ([]condition, bool) {
	conditions := make([]condition, 0, len(values))
	for key, value := range values {
		c := condition{key: key}
		if value != nil {
			text, err := runtime.EncodeValue(value)
			if err != nil {
				return nil, false
			}
			c.text = string(text)
		}
		conditions = append(conditions, c)
	}
	slices.SortFunc(conditions, func(a, b condition) int { return cmp.Compare(a.key, b.key) })
	return conditions, true
}
