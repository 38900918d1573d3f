package typed

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// Error says that a value doesn't fit the type that the schema declares. It
// is returned both for a value that was read and for one that can't be
// written.
type Error struct {
	Key   string // the state key
	Path  string // the place inside its value, such as "seats[2]"; empty: the value itself
	Want  string // the declared type, or what the value must satisfy
	Found string // the type found
	Value string // the value found, shortened; empty when it is long, composite or sensitive
	Err   error  // the cause, if another package found it; nil when the key is sensitive
}

// Error names the key, the place in its value, the wanted and the found type.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Key != "" {
		fmt.Fprintf(&b, "state key %q: ", e.Key)
	}
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	b.WriteString("want " + e.Want + ", found " + e.Found)
	if e.Value != "" {
		b.WriteString(" " + e.Value)
	}
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// isUnfit reports whether an error says that a value isn't what a schema wants.
func isUnfit(err error) bool {
	var mismatch *Error
	var bad *runtime.ValueError
	var damage *runtime.DamagedError
	return (errors.As(err, &mismatch) || errors.As(err, &bad)) && !errors.As(err, &damage)
}

// Mismatch returns the *Error of a value v that isn't what the schema wants.
func Mismatch(want string, v any) error {
	return &Error{Want: want, Found: typeName(v), Value: shortValue(v)}
}

// NotConverted returns the *Error of an older value v that could not be turned into
// one of today.
func NotConverted(v any, err error) error {
	return &Error{Want: "an older value that can be converted", Found: typeName(v), Value: shortValue(v), Err: err}
}

func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case runtime.Op:
		return "a merge operation that was never resolved"
	}
	return fmt.Sprintf("%T", v)
}

// shortValue prints scalars that fit into an error message.
func shortValue(v any) string {
	switch v := v.(type) {
	case string:
		return shortText(strconv.Quote(v))
	case json.Number:
		return shortText(v.String())
	case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64:
		return fmt.Sprint(v)
	}
	return ""
}

func shortText(s string) string {
	const limit = 60
	if len(s) > limit {
		return ""
	}
	return s
}

// At completes an error with the state key that it belongs to.
func At(key string, err error) error {
	if err == nil {
		return nil
	}
	return remade(err, func(e *Error) { e.Key = key }, func(e *runtime.ValueError) { e.Key = key }, func(err error) error {
		if damage, is := err.(*runtime.DamagedError); is { // which names the key
			return damage
		}
		return fmt.Errorf("state key %q: %w", key, err)
	})
}

// in completes an error with the step that leads to its place in a value: a
// field name, or an index such as "[2]".
func in(step string, err error) error {
	if err == nil {
		return nil
	}
	ours := func(e *Error) { e.Path = joinPath(step, e.Path) }
	stores := func(e *runtime.ValueError) { e.Path = joinPath(step, e.Path) }
	return remade(err, ours, stores, func(err error) error { return fmt.Errorf("%s: %w", step, err) })
}

// remade returns an error whose parts were changed, of which each is a copy.
func remade(err error, ours func(*Error), stores func(*runtime.ValueError), other func(error) error) error {
	switch e := err.(type) {
	case *Error:
		changed := *e
		ours(&changed)
		return &changed
	case *runtime.ValueError:
		changed := *e
		stores(&changed)
		return &changed
	case interface{ Unwrap() []error }:
		var errs Errors
		for _, err := range e.Unwrap() {
			errs.Add(remade(err, ours, stores, other))
		}
		return errs.Join()
	}
	return other(err)
}

func joinPath(step, rest string) string {
	if rest == "" || rest[0] == '[' || rest[0] == '.' {
		return step + rest
	}
	return step + "." + rest
}

// Redact removes from err whatever shows a value of a sensitive key. Its path
// goes too, because a map's names are part of the value.
func Redact(err error) error {
	if err == nil {
		return nil
	}
	ours := func(e *Error) { e.Path, e.Value, e.Err = "", "", nil }
	stores := func(e *runtime.ValueError) { e.Path = "" }
	return remade(err, ours, stores, func(err error) error { return err })
}

// Errors collects errors, in order.
type Errors []error

// Add keeps err unless it is nil. It isn't inlined: generated code calls it
// for every key, and the copies would double the time it takes to compile.
//
//go:noinline
func (e *Errors) Add(err error) {
	if err != nil {
		*e = append(*e, err)
	}
}

// Join returns the collected errors as one, or nil when there are none.
func (e Errors) Join() error {
	if len(e) == 1 {
		return e[0]
	}
	return errors.Join(e...)
}

// EnumMismatch returns the *Error of a value that is none of an enum's.
func EnumMismatch[E ~string](enum string, v any, values []E) error {
	const shown = 10
	var b strings.Builder
	b.WriteString(enum)
	for i, value := range values {
		if i == shown {
			b.WriteString(", …")
			break
		}
		b.WriteString([]string{" (", ", "}[min(i, 1)])
		b.WriteString(strconv.Quote(string(value)))
	}
	if len(values) > 0 {
		b.WriteByte(')')
	}
	return Mismatch(b.String(), v)
}

// Hide passes on what a getter of a sensitive key returned, without the value
// in its error.
func Hide[T any](v T, err error) (T, error) { return v, Redact(err) }

// HideOpt is Hide for an optional key.
func HideOpt[T any](v T, ok bool, err error) (T, bool, error) { return v, ok, Redact(err) }
