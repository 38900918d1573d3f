package typed

import (
	"math"
	"strconv"

	"github.com/seed92179c4c/stategen/runtime"
)

// exactInteger returns the integer that v represents, and whether it represents
// for exactly one: what runtime.DecodeInt reads, and Go's other integer types
// from states that hold what they were given.
func exactInteger(v any) (int64, bool) {
	if n, ok := runtime.DecodeInt(v); ok {
		return n, true
	}
	switch v.(type) {
	case int8, int16, int32, uint, uint8, uint16, uint32, uint64, float32:
		plain, err := runtime.Normalize("", v)
		if err == nil {
			return runtime.DecodeInt(plain)
		}
	}
	return 0, false
}

func integerMismatch(want string, v any) error {
	if f, ok := v.(float64); ok && f == math.Trunc(f) && math.Abs(f) > runtime.MaxExactInt {
		return &Error{Want: want, Found: "float64", Value: formatFloat(f) + ", which may have been rounded"}
	}
	return Mismatch(want, v)
}

func formatFloat(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
