package value

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/internal/jsontext"
)

// MaxExactInt is the largest whole number that every reader of JSON keeps
// exactly, 2^53-1.
const MaxExactInt = 1<<53 - 1

// EncodeInt returns the stored form of a typed integer: an int up to
// ±MaxExactInt, beyond that decimal text, so that no reader of JSON rounds it.
func EncodeInt(i int64) any {
	if i > MaxExactInt || i < -MaxExactInt {
		return strconv.FormatInt(i, 10)
	}
	return jsontext.Whole(i)
}

// DecodeInt reads a typed integer in every form in which a store may give it
// back: int, int64, a float64 or json.Number that is whole, decimal text. It
// is false for anything else, and for a float64 beyond ±MaxExactInt, which
// may have been rounded on the way.
func DecodeInt(value any) (int64, bool) {
	switch v := value.(type) {
	case int:
		return int64(v), true
	case int64:
		return v, true
	case float64:
		if v != math.Trunc(v) || math.Abs(v) > MaxExactInt {
			return 0, false
		}
		return int64(v), true
	case json.Number:
		n, err := jsontext.ParseNumber(v.String())
		if err != nil || !wholeText(v.String()) {
			return 0, false
		}
		return DecodeInt(n)
	case string:
		return decodeIntText(v)
	default:
		return 0, false
	}
}

// decodeIntText accepts only the text that EncodeInt writes, so that "007" or
// "+1" is not taken for a number.
func decodeIntText(s string) (int64, bool) {
	i, err := strconv.ParseInt(s, 10, 64)
	if err != nil || strconv.FormatInt(i, 10) != s {
		return 0, false
	}
	return i, true
}

// DecodeFloat reads a typed float in every form in which a store may give it
// back: a float64, and an int, int64 or json.Number if a float64 doesn't round
// it. It is false for anything else. A json.Number with a fraction or exponent
// counts as the float64 nearest to it.
func DecodeFloat(value any) (float64, bool) {
	switch v := value.(type) {
	case float64:
		return v, true
	case int:
		return exactFloat(int64(v))
	case int64:
		return exactFloat(v)
	case json.Number:
		f, err := v.Float64()
		return f, err == nil && !rounded(v.String(), f)
	default:
		return 0, false
	}
}

func exactFloat(i int64) (float64, bool) {
	f := float64(i)
	return f, f < math.MaxInt64 && int64(f) == i
}

// rounded reports whether text, a whole number in full digits, is not what the
// float64 nearest to it represents, neither exactly nor in its shortest form.
func rounded(text string, f float64) bool {
	return !strings.ContainsAny(text, ".eE") &&
		text != strconv.FormatFloat(f, 'f', -1, 64) && text != strconv.FormatFloat(f, 'f', 0, 64)
}

// wholeText reports whether a JSON number is whole as it is written: a float64
// may have lost its fraction.
func wholeText(number string) bool {
	mantissa, power := number, 0
	if e := strings.IndexAny(number, "eE"); e >= 0 {
		var err error
		if power, err = strconv.Atoi(number[e+1:]); err != nil {
			return false
		}
		mantissa = number[:e]
	}
	before, after, _ := strings.Cut(mantissa, ".")
	digits := before + after
	zeros := len(digits) - len(strings.TrimRight(digits, "0"))
	return strings.Trim(digits, "-0") == "" || len(after)-zeros <= power
}
