package jsontext

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Whole returns the normal form of a whole number.
func Whole(i int64) any {
	if i > math.MaxInt || i < math.MinInt {
		return i
	}
	return int(i)
}

var errNumber = errors.New("not a number in range")

// ParseNumber gives a JSON number its normal form: written with a fraction or
// an exponent it is a float64, otherwise a whole number. One beyond int64 can
// only be kept as a float64.
func ParseNumber(s string) (any, error) {
	return parseNumber(s, !strings.ContainsAny(s, ".eE"))
}

// parseNumber is ParseNumber for callers who know already whether the number is
// written without a fraction and exponent.
func parseNumber(s string, whole bool) (any, error) {
	if whole {
		if i, err := strconv.ParseInt(s, 10, 64); err == nil {
			return Whole(i), nil
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return nil, errNumber
	}
	return f, nil
}
