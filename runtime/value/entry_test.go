package value

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
)

// TestNormalizeEntrySize checks that no JSON text is longer than what NormalizeEntry says of
// its entry, and that of a short one it says little.
func TestNormalizeEntrySize(t *testing.T) {
	for name, entry := range map[string]any{
		"nil": nil, "bool": false, "int": math.MinInt, "float": -math.MaxFloat64, "small float": math.SmallestNonzeroFloat64,
		"int64": int64(math.MinInt64), "text": "text", "escapes": strings.Repeat("\x01", 50), "named": json.Number("-1.5e300"),
		"list": []any{1, "\"", nil}, "object": map[string]any{"\x01": []any{}}, "typed": map[string][]string{"a": {"b", "c"}},
		"raw": json.RawMessage(`{"a": ["b", 1.5]}`), "operation": Op{Kind: OpAppend, Operand: []any{strings.Repeat("x", 99)}},
	} {
		_, normal, atMost, err := NormalizeEntry("key", entry)
		if op, ok := normal.(Op); ok {
			normal = op.Operand
		}
		text, bad := jsontext.AppendValue(nil, normal)
		if err != nil || bad != nil || len(text) > atMost || atMost > 7*len(text)+jsontext.LongestNumber {
			t.Errorf("%s: got a size of %d for the %d bytes of %s, errors %v and %v", name, atMost, len(text), text, err, bad)
		}
	}
}
