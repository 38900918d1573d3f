package breaking

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// This file has the values of scalars: plain ones, and those at the limits of either
// of two forms.

func (m *maker) texts(from, to form, depth int) []any {
	list := []any{"a", "text", "", "5", "A", "x y"}
	for _, n := range lengths(from, to) {
		list = append(list, strings.Repeat("x", n))
	}
	for _, text := range m.patternTexts(from, to) {
		list = append(list, text)
	}
	if to.typ.Kind != schema.String {
		list = append(list, "true", "1.5", "null", "{}", "[]", `"x"`, "9007199254740993", "2030-01-31T08:00:00Z", "1h30m0s", "aGk=")
		for _, v := range m.values(to, to, depth-1) {
			if text, ok := v.(string); ok {
				list = append(list, text)
			}
		}
	}
	return list
}

// lengths are those at the limits of either, and plain ones.
func lengths(from, to form) []int {
	list := []int{2, 0, 1, 3}
	for _, f := range []form{from, to} {
		for _, limit := range []*schema.Limit{f.MinLength, f.MaxLength} {
			if limit != nil {
				list = append(list, limit.N, limit.N+1, limit.N-1, limit.N*3/4, limit.N*3/4+3)
			}
		}
	}
	return inRange(list, longText)
}

func inRange(list []int, highest int) []int {
	var kept []int
	for _, n := range list {
		if n >= 0 && n <= highest && !slices.Contains(kept, n) {
			kept = append(kept, n)
		}
	}
	return kept
}

// bounds are the lower and upper limits of both forms.
func bounds(from, to form) []any {
	var list []any
	for _, f := range []form{from, to} {
		for _, b := range []*schema.Bound{f.Min, f.Max} {
			if b != nil {
				list = append(list, b.Data)
			}
		}
	}
	return list
}

func integers(from, to form) []int64 {
	list := []int64{5, runtime.MaxExactInt + 2, runtime.MaxExactInt + 1, 0, 1, -1, 2, 100, runtime.MaxExactInt, -runtime.MaxExactInt - 2, math.MaxInt64, math.MinInt64}
	for _, b := range bounds(from, to) {
		i, ok := b.(int64)
		if f, isFloat := b.(float64); isFloat && math.Abs(f) < 1<<62 {
			i, ok = int64(f), true
		}
		if ok {
			list = append(list, i, i-1, i+1)
		}
	}
	return list
}

func floats(from, to form) []float64 {
	list := []float64{1.5, 5, 0, -1.5, 0.25, 1e300, -1e300, 1 << 53, 5e-324}
	for _, b := range bounds(from, to) {
		f, ok := b.(float64)
		if i, isInt := b.(int64); isInt {
			f, ok = float64(i), true
		}
		if ok {
			list = append(list, f, f-1, f+1, math.Nextafter(f, math.Inf(-1)), math.Nextafter(f, math.Inf(1)), math.Floor(f), math.Ceil(f))
		}
	}
	return list
}

func times(from, to form) []time.Time {
	return near([]time.Time{
		time.Date(2030, 1, 31, 8, 0, 0, 0, time.UTC), time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC),
		time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC), time.Date(2030, 1, 31, 8, 0, 0, 500000000, time.UTC),
	}, from, to, time.Time.Add)
}

func durations(from, to form) []time.Duration {
	plain := []time.Duration{90 * time.Minute, 0, 1, -time.Second, math.MaxInt64, math.MinInt64}
	return near(plain, from, to, func(d, by time.Duration) time.Duration { return d + by })
}

// near adds the limits of both forms, and what is beside them.
func near[T any](list []T, from, to form, add func(T, time.Duration) T) []T {
	for _, b := range bounds(from, to) {
		if v, ok := b.(T); ok {
			list = append(list, v, add(v, -1), add(v, 1))
		}
	}
	return list
}
