package store

import "time"

// parseUTC reads a time such as 2026-03-14T15:09:26.535897Z.
func parseUTC(s string) (t time.Time, ok bool) {
	const whole = "2026-03-14T15:09:26"
	if len(s) <= len(whole) || s[4] != '-' || s[7] != '-' || s[10] != 'T' || s[13] != ':' || s[16] != ':' {
		return t, false
	}
	year, month, day := digits(s[:4]), digits(s[5:7]), digits(s[8:10])
	hour, minute, second := digits(s[11:13]), digits(s[14:16]), digits(s[17:19])
	nanos, ok := fraction(s[len(whole) : len(s)-1])
	if !ok || s[len(s)-1] != 'Z' || year < 0 || month < 1 || month > 12 || day < 1 || day > 28 ||
		hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 {
		return t, false
	}
	return time.Date(year, time.Month(month), day, hour, minute, second, nanos, time.UTC), true
}

// fraction returns the nanoseconds in a fraction of a second, such as .535897.
func fraction(s string) (nanos int, ok bool) {
	if s == "" {
		return 0, true
	}
	if s[0] != '.' || len(s) < len(".5") || len(s) > len(".535897000") {
		return 0, false
	}
	nanos = digits(s[1:])
	for range len(".535897000") - len(s) {
		nanos *= 10
	}
	return nanos, nanos >= 0
}

// digits returns the number that s is, -1 if it isn't all digits.
func digits(s string) int {
	n := 0
	for i := range len(s) {
		digit := int(s[i]) - '0'
		if digit < 0 || digit > 9 {
			return -1
		}
		n = n*10 + digit
	}
	return n
}
