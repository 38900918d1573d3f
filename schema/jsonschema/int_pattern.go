package jsonschema

import (
	"strconv"
	"strings"
)

// intPattern returns a regular expression for the decimal texts of the
// integers from low to high, as Go prints them.
func intPattern(low, high int64) string {
	var parts []string
	if low < 0 {
		parts = append(parts, "-"+enclose(strings.Join(magnitudes(distance(min(high, -1)), distance(low)), "|")))
	}
	if high >= 0 {
		parts = append(parts, magnitudes(uint64(max(low, 0)), uint64(high))...)
	}
	return "^" + enclose(strings.Join(parts, "|")) + "$"
}

// distance is how far a negative integer is from zero, without overflow.
func distance(n int64) uint64 { return uint64(-(n + 1)) + 1 }

// magnitudes returns expressions for the texts of low to high: one for all
// numbers of digits that are covered in full, others for the ends.
func magnitudes(low, high uint64) []string {
	var parts []string
	first, last := strconv.FormatUint(low, 10), strconv.FormatUint(high, 10)
	if low == 0 {
		parts = append(parts, "0")
		first = "1"
		if high == 0 {
			return parts
		}
	}
	if len(first) == len(last) {
		return append(parts, digitRange(first, last)...)
	}
	from, to := len(first), len(last)
	if !isLowest(first) {
		parts = append(parts, digitRange(first, strings.Repeat("9", from))...)
		from++
	}
	if !allOf(last, '9') {
		to--
	}
	if from <= to {
		parts = append(parts, "[1-9]"+anyDigits(from-1, to-1))
	}
	if to < len(last) {
		parts = append(parts, digitRange("1"+strings.Repeat("0", to), last)...)
	}
	return parts
}

// isLowest reports whether digits are the lowest number of their length.
func isLowest(digits string) bool { return digits[0] == '1' && allOf(digits[1:], '0') }

func allOf(digits string, d byte) bool { return strings.Trim(digits, string(d)) == "" }

// digitRange returns expressions for the texts between two of one length.
func digitRange(from, to string) []string {
	if from == to {
		return []string{from}
	}
	rest := len(from) - 1
	if from[0] == to[0] {
		return prefixed(from[:1], digitRange(from[1:], to[1:]))
	}
	var parts, tail []string
	first, last := from[0], to[0]
	if !allOf(from[1:], '0') {
		parts = prefixed(from[:1], digitRange(from[1:], strings.Repeat("9", rest)))
		first++
	}
	if !allOf(to[1:], '9') {
		tail = prefixed(to[:1], digitRange(strings.Repeat("0", rest), to[1:]))
		last--
	}
	if first <= last {
		parts = append(parts, digit(first, last)+anyDigits(rest, rest))
	}
	return append(parts, tail...)
}

func prefixed(prefix string, parts []string) []string {
	for i, p := range parts {
		parts[i] = prefix + p
	}
	return parts
}

func digit(from, to byte) string {
	if from == to {
		return string(from)
	}
	return "[" + string(from) + "-" + string(to) + "]"
}

// anyDigits stands for low to high digits.
func anyDigits(low, high int) string {
	switch {
	case high == 0:
		return ""
	case low == 1 && high == 1:
		return "[0-9]"
	case low == high:
		return "[0-9]{" + strconv.Itoa(low) + "}"
	}
	return "[0-9]{" + strconv.Itoa(low) + "," + strconv.Itoa(high) + "}"
}
