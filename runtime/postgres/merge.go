package postgres

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// refused is what a merge gives in place of a value when SQL can't carry it
// out exactly as runtime.Op.Apply does, or when it would fail. It is no JSON
// text, and the statement that meets it fails: see appendStatement.
const refused = "!"

// merge is a merge operation as SQL on a row s that exists already.
type merge struct {
	sql  string // an expression, in which the arguments are $a, $b, …
	args []any
}

// maxMerges is how many merges one statement holds at most: each makes its
// text longer, and each combination of them is a statement to be planned.
const maxMerges = 16

// directChanges returns what an append does if the database can do it without
// anything being read first. The second result is false if it can't: then the
// writes must be resolved under locks.
func directChanges(a *store.Append) ([]change, bool) {
	if a.Conditional() {
		return nil, false
	}
	writes := a.Writes()
	changes := make([]change, 0, len(writes))
	var old []string
	merges := 0
	for _, w := range writes {
		c, ok := directChange(w)
		if c.merge != nil {
			merges++
			old = append(old, w.Value.(runtime.Op).Old...)
		}
		if !ok || merges > maxMerges {
			return nil, false
		}
		changes = append(changes, c)
	}
	changes = append(changes, unsetOld(changes, old)...)
	sortByKey(changes)
	return changes, true
}

func directChange(w store.Write) (change, bool) {
	if op, ok := w.Value.(runtime.Op); ok {
		return mergeChange(w, op)
	}
	c, err := newChange(w)
	return c, err == nil
}

// unsetOld returns the changes that unset old names, apart from those that
// the append itself changes.
func unsetOld(changes []change, old []string) []change {
	if len(old) == 0 {
		return nil
	}
	named := make(map[string]bool, len(changes))
	for _, c := range changes {
		named[c.key] = true
	}
	slices.Sort(old)
	old = slices.DeleteFunc(slices.Compact(old), func(key string) bool { return named[key] })
	return locks(old)
}

// mergeChange returns the change that an operation makes. Its text is for a
// key that isn't set.
func mergeChange(w store.Write, op runtime.Op) (change, bool) {
	scope, _ := runtime.ParseKey(w.Key)
	c := change{scope: scope, key: w.Key, text: refused}
	var ok bool
	switch op.Kind {
	case runtime.OpSum, runtime.OpMin, runtime.OpMax:
		c.merge, ok = mergeNumber(op)
	case runtime.OpAppend, runtime.OpUnion:
		c.merge, ok = mergeList(op)
	}
	if !ok || len(op.Old) > 0 {
		return c, ok // an old name's value would have to be read
	}
	if first, err := op.Apply(nil); err == nil {
		text, err := runtime.EncodeValue(first)
		c.text, ok = string(text), err == nil
	}
	return c, ok
}

func mergeNumber(op runtime.Op) (*merge, bool) {
	switch operand := op.Operand.(type) {
	case int:
		// Beyond MaxExactInt a result is stored as text, which SQL leaves to Go.
		const most = runtime.MaxExactInt
		low, okLow := wholeBound(op.Limits.Min, -most)
		high, okHigh := wholeBound(op.Limits.Max, most)
		args := []any{operand, max(low, -most), min(high, most)}
		return &merge{wholeSQL[op.Kind], args}, okLow && okHigh && -most <= operand && operand <= most
	case float64:
		low, okLow := floatBound(op.Limits.Min, -math.MaxFloat64)
		high, okHigh := floatBound(op.Limits.Max, math.MaxFloat64)
		return &merge{floatSQL[op.Kind], []any{operand, low, high}}, okLow && okHigh
	default:
		return nil, false
	}
}

func wholeBound(limit any, otherwise int64) (int64, bool) {
	if limit == nil {
		return otherwise, true
	}
	return runtime.DecodeInt(limit)
}

func floatBound(limit any, otherwise float64) (float64, bool) {
	switch limit := limit.(type) {
	case nil:
		return otherwise, true
	case float64:
		return limit, true
	case int:
		return float64(limit), true
	default:
		return 0, false
	}
}

func mergeList(op runtime.Op) (*merge, bool) {
	items, ok := op.Operand.([]any)
	if !ok || len(items) == 0 || len(op.Renamed) > 0 {
		return nil, false
	}
	texts, err := encodeItems(items)
	if err != nil {
		return nil, false
	}
	m := &merge{appendSQL, []any{strings.Join(texts, ",") + "]"}}
	if op.Kind == runtime.OpUnion {
		if m, ok = mergeUnion(items, texts); !ok {
			return nil, false
		}
	}
	return m.limited(op.Limits), true
}

// mergeUnion knows only texts: of numbers, 5 and 5.0 count as the same item.
func mergeUnion(items []any, texts []string) (*merge, bool) {
	for _, item := range items {
		if _, ok := item.(string); !ok {
			return nil, false
		}
	}
	if len(items) == 1 {
		return &merge{unionOneSQL, []any{texts[0] + "]", items[0]}}, true
	}
	return &merge{unionSQL, []any{distinct(texts)}}, true
}

func encodeItems(items []any) ([]string, error) {
	texts := make([]string, len(items))
	for i, item := range items {
		text, err := runtime.EncodeValue(item)
		if err != nil {
			return nil, err
		}
		texts[i] = string(text)
	}
	return texts, nil
}

func distinct(texts []string) []string {
	seen := make(map[string]bool, len(texts))
	return slices.DeleteFunc(texts, func(text string) bool {
		was := seen[text]
		seen[text] = true
		return was
	})
}

// limited puts a check of the list's limits around a merge.
func (m *merge) limited(l runtime.Limits) *merge {
	if l.MinItems <= 0 && l.MaxItems <= 0 && !l.Unique {
		return m
	}
	most := l.MaxItems
	if most <= 0 {
		most = math.MaxInt32
	}
	check := limitSQL
	if l.Unique {
		check = uniqueSQL
	}
	return &merge{fmt.Sprintf(check, l.MinItems, most, m.sql), m.args}
}
