package typed

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// maxExact is the largest integer that every JSON reader keeps exact.
const maxExact = 1<<53 - 1

// exactInteger returns the integer that v stands for, and whether it stands
// for exactly one.
func exactInteger(v any) (int64, bool) {
	switch v := v.(type) {
	case int:
		return int64(v), true
	case int64:
		return v, true
	case float64:
		return integerOfFloat(v)
	case json.Number:
		return integerOfNumber(string(v))
	case string:
		return integerOfDecimal(v)
	case int8:
		return int64(v), true
	case int16:
		return int64(v), true
	case int32:
		return int64(v), true
	case uint8:
		return int64(v), true
	case uint16:
		return int64(v), true
	case uint32:
		return int64(v), true
	case uint:
		return integerOfUint(uint64(v))
	case uint64:
		return integerOfUint(v)
	case float32:
		return integerOfFloat(float64(v))
	}
	return 0, false
}

func integerOfUint(v uint64) (int64, bool) {
	if v > math.MaxInt64 {
		return 0, false
	}
	return int64(v), true
}

// integerOfFloat refuses floats beyond maxExact even if they are integral:
// they may have been rounded on their way here.
func integerOfFloat(v float64) (int64, bool) {
	if v != math.Trunc(v) || v < -maxExact || v > maxExact {
		return 0, false
	}
	return int64(v), true
}

// integerOfDecimal accepts only what decimal writes: a string that holds a
// small number is a string.
func integerOfDecimal(s string) (int64, bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n >= -maxExact && n <= maxExact || decimal(n) != any(s) {
		return 0, false
	}
	return n, true
}

// integerOfNumber reads a JSON number. One with a fraction or an exponent
// counts when it is integral as it is written, before any rounding.
func integerOfNumber(s string) (int64, bool) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || !integralText(s) {
		return 0, false
	}
	return integerOfFloat(f)
}

// integralText reports whether a decimal number such as "1.50e1" has no
// fractional part left after its exponent.
func integralText(s string) bool {
	mantissa, exponent := strings.ToLower(strings.TrimLeft(s, "+-")), 0
	if i := strings.IndexByte(mantissa, 'e'); i >= 0 {
		n, err := strconv.Atoi(mantissa[i+1:])
		if err != nil {
			return false
		}
		mantissa, exponent = mantissa[:i], n
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	fraction = strings.TrimRight(fraction, "0")
	if fraction != "" {
		return exponent >= len(fraction)
	}
	trailing := len(whole) - len(strings.TrimRight(whole, "0"))
	return strings.Trim(whole, "0") == "" || exponent >= -trailing
}

func integerMismatch(want string, v any) error {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) && !math.IsInf(v, 0) {
			return &Error{Want: want, Found: "float64", Value: formatFloat(v) + ", which may have been rounded"}
		}
	case json.Number:
		return &Error{Want: want, Found: "json.Number", Value: shortNumber(v)}
	}
	return Mismatch(want, v)
}

func formatFloat(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func shortNumber(v json.Number) string {
	if len(v) > 40 {
		return ""
	}
	return string(v)
}

// rounds reports whether text is an integer in full digits that the float64
// nearest to it, f, doesn't stand for.
func rounds(text string, f float64) bool {
	if math.Abs(f) <= maxExact || strings.Trim(strings.TrimPrefix(text, "-"), "0123456789") != "" {
		return false
	}
	return text != strconv.FormatFloat(f, 'f', -1, 64) && text != strconv.FormatFloat(f, 'f', 0, 64)
}
