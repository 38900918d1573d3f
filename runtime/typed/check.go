package typed

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// The functions below check the limits that a schema sets beyond types. Each
// returns nil or an *Error.

// All joins the errors of several checks.
func All(errs ...error) error {
	var all Errors
	for _, err := range errs {
		all.Add(err)
	}
	return all.Join()
}

// In completes an error with the field of an object that it belongs to.
func In(field string, err error) error { return in(field, err) }

// IfSet checks an optional field unless it is nil.
func IfSet[T any](v *T, check func(T) error) error {
	if v == nil {
		return nil
	}
	return check(*v)
}

// Each checks every item of a list.
func Each[T any](list []T, check func(T) error) error {
	var errs Errors
	for i, item := range list {
		errs.Add(in(index(i), check(item)))
	}
	return errs.Join()
}

// EachValue checks every value of a map.
func EachValue[T any](m map[string]T, check func(T) error) error {
	var errs Errors
	for _, name := range sortedKeys(m) {
		errs.Add(in(name, check(m[name])))
	}
	return errs.Join()
}

// AtLeast checks a lower limit.
func AtLeast[T cmp.Ordered](v, limit T) error {
	if v < limit {
		return outside(fmt.Sprintf("at least %v", limit), v)
	}
	return nil
}

// AtMost checks an upper limit.
func AtMost[T cmp.Ordered](v, limit T) error {
	if v > limit {
		return outside(fmt.Sprintf("at most %v", limit), v)
	}
	return nil
}

func outside(want string, v any) error {
	return &Error{Want: want, Found: fmt.Sprintf("%T", v), Value: fmt.Sprint(v)}
}

// NotBefore checks the earliest time.
func NotBefore(v, limit time.Time) error {
	if v.Before(limit) {
		return timeError("not before", v, limit)
	}
	return nil
}

// NotAfter checks the latest time.
func NotAfter(v, limit time.Time) error {
	if v.After(limit) {
		return timeError("not after", v, limit)
	}
	return nil
}

func timeError(relation string, v, limit time.Time) error {
	return &Error{
		Want:  "a time " + relation + " " + limit.UTC().Format(time.RFC3339Nano),
		Found: "time.Time",
		Value: v.UTC().Format(time.RFC3339Nano),
	}
}

// MinLength checks how many code points a text has.
func MinLength(v string, limit int) error {
	return countError(utf8.RuneCountInString(v), limit, -1, "characters")
}

// MaxLength checks how many code points a text has.
func MaxLength(v string, limit int) error {
	return countError(utf8.RuneCountInString(v), -1, limit, "characters")
}

// MinBytes checks a length in bytes.
func MinBytes(v []byte, limit int) error { return countError(len(v), limit, -1, "bytes") }

// MaxBytes checks a length in bytes.
func MaxBytes(v []byte, limit int) error { return countError(len(v), -1, limit, "bytes") }

// MinItems checks how many items a list has.
func MinItems[T any](v []T, limit int) error { return countError(len(v), limit, -1, "items") }

// MaxItems checks how many items a list has.
func MaxItems[T any](v []T, limit int) error { return countError(len(v), -1, limit, "items") }

// countError compares a count with its limits; negative ones don't count.
func countError(n, low, high int, unit string) error {
	switch {
	case n < low:
		return &Error{Want: "at least " + counted(low, unit), Found: fmt.Sprint(n)}
	case high >= 0 && n > high:
		return &Error{Want: "at most " + counted(high, unit), Found: fmt.Sprint(n)}
	}
	return nil
}

// counted is a number of something, whose name is that of several.
func counted(n int, units string) string {
	if n == 1 {
		units = strings.TrimSuffix(units, "s")
	}
	return fmt.Sprintf("%d %s", n, units)
}

// Unique checks that no item is in a list twice.
func Unique[T comparable](list []T) error {
	first := make(map[T]int, len(list))
	for i, item := range list {
		if j, ok := first[item]; ok {
			return &Error{Want: "items that differ", Found: fmt.Sprintf("the same at %d and %d", j, i)}
		}
		first[item] = i
	}
	return nil
}

// Pattern is a regular expression, compiled when it is first needed.
type Pattern struct{ compile func() *regexp.Regexp }

// NewPattern returns the pattern of an expression that was tried when the code
// was generated.
func NewPattern(expr string) Pattern {
	return Pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

// Check reports a text that doesn't match.
func (p Pattern) Check(v string) error {
	if re := p.compile(); !re.MatchString(v) {
		return &Error{Want: "text that matches " + re.String(), Found: "string", Value: shortValue(v)}
	}
	return nil
}
