package breaking

import (
	"encoding/base64"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// value draws what a setter of a form may be given, in its stored form. It knows
// nothing of how Compare finds its witnesses.
func (d drawer) value(t *schema.Type, c schema.Constraints, depth int) any {
	switch t.Kind {
	case schema.String:
		return d.str()
	case schema.Bool:
		return d.chance(50)
	case schema.Int, schema.Int64:
		return runtime.EncodeInt(d.integer(c))
	case schema.Float:
		return pick(d, float64(d.IntN(20)-5), d.NormFloat64(), float64(d.IntN(500)), 2.5, 10.5, 1e300, 1<<53, 1e18)
	case schema.Time:
		return time.Unix(int64(d.IntN(3_000_000_000)), int64(pick(d, 0, 0, 500_000_000, 1))).UTC().Format(time.RFC3339Nano)
	case schema.Duration:
		return pick(d, time.Duration(d.IntN(40))*time.Hour, time.Duration(d.IntN(4000))*time.Millisecond, -time.Second, time.Duration(d.Int64())).String()
	case schema.Bytes:
		return base64.StdEncoding.EncodeToString(make([]byte, d.IntN(7)))
	case schema.Enum:
		return t.Named.Values[d.IntN(len(t.Named.Values))].Value
	case schema.List:
		list := make([]any, d.IntN(5))
		for i := range list {
			list[i] = d.value(t.Elem, schema.Constraints{}, depth-1)
		}
		return list
	case schema.Map:
		m := map[string]any{}
		for range d.IntN(3) {
			m[pick(d, "a", "b", "f1", "f2")] = d.value(t.Elem, schema.Constraints{}, depth-1)
		}
		return m
	case schema.Object:
		return d.object(t.Named, depth)
	}
	return d.anything(2)
}

func (d drawer) object(n *schema.Named, depth int) any {
	o := map[string]any{}
	for _, f := range n.Fields {
		if !f.Optional || d.chance(60) && depth > 0 {
			o[f.Name] = d.value(f.Type, f.Constraints, depth-1)
		}
	}
	return o
}

func (d drawer) integer(c schema.Constraints) int64 {
	list := []int64{int64(d.IntN(20)) - 5, int64(d.IntN(300)), d.Int64(), -d.Int64(), math.MaxInt64, 1<<53 + 1, 1 << 53, 1<<53 - 1}
	for _, b := range []*schema.Bound{c.Min, c.Max} {
		if b != nil {
			if i, ok := b.Data.(int64); ok {
				list = append(list, i, i+1, i-1, i, i)
			}
		}
	}
	return pick(d, list...)
}

func (d drawer) str() string {
	if d.chance(30) {
		letters := pick(d, "abcxyz", "abc019", "0123456789", "aB é_")
		var b strings.Builder
		for range d.IntN(7) {
			runes := []rune(letters)
			b.WriteRune(runes[d.IntN(len(runes))])
		}
		return b.String()
	}
	return pick(d, "", "a", "text", "search", "pay", "done", "5", "-3", "5.5", "null", "true", `"x"`, "[]", "{}", `["a"]`, `{"a":1}`,
		"2030-01-31T08:00:00Z", "1h0m0s", "aGk=", "9007199254740993", "12345", "xyz", fmt.Sprint(d.IntN(100)))
}

func (d drawer) anything(depth int) any {
	if depth == 0 || d.chance(70) {
		return pick[any](d, d.str(), d.IntN(100), 1.5, true, false, d.str())
	}
	if d.chance(50) {
		return []any{d.anything(depth - 1), d.anything(depth - 1)}
	}
	return map[string]any{pick(d, "a", "f1"): d.anything(depth - 1)}
}

// stored draws a value as a key stores it.
func (d drawer) stored(k *schema.Key) any {
	v := d.value(k.Type, k.Constraints, 3)
	if k.Encoding == schema.JSONString {
		return jsonText(v)
	}
	return v
}
