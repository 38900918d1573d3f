package postgres

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// merge is a merge operation as SQL on a row s that exists already.
type merge struct {
	sql  string // an expression, in which the arguments are $a, $b, …
	args []any
}

// maxMerges is how many merges one statement holds at most: each makes its
// text longer, and each combination of them is a statement to be planned.
const maxMerges = 16

func mergeNumber(op runtime.Op) (*merge, bool) {
	switch operand := op.Operand.(type) {
	case int:
		// Beyond MaxExactInt a result is stored as text, which SQL leaves to Go.
		const most = runtime.MaxExactInt
		low, okLow := wholeBound(op.Limits.Min, -most)
		high, okHigh := wholeBound(op.Limits.Max, most)
		args := []any{operand, max(low, -most), min(high, most)}
		return &merge{wholeSQL[op.Kind], args}, okLow && okHigh && -most <= int64(operand) && int64(operand) <= most
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
	if len(op.Renamed) > 0 || op.Limits.Unique { // of numbers, SQL doesn't know which are the same
		return nil, false
	}
	items, ok := op.Operand.([]any)
	if !ok || len(items) == 0 {
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
	if l.MinItems <= 0 && l.MaxItems <= 0 {
		return m
	}
	most := l.MaxItems
	if most <= 0 {
		most = math.MaxInt32
	}
	return &merge{fmt.Sprintf(limitSQL, l.MinItems, most, m.sql), m.args}
}
