package moves

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// Step changes a value in the form in which a state stores it. Where it has no
// result, it returns the value as it is, which the check then reports.
type Step func(v any) any

// BuiltIn returns the conversion of an older type, whose decoder and encoder it
// is given, by steps.
func BuiltIn[O any](as func(any) (O, error), from func(O) (any, error), steps ...Step) Conversion {
	return func(v any) (any, bool, error) {
		old, err := as(v)
		if err != nil {
			return nil, false, err
		}
		today, err := from(old)
		if err != nil {
			return nil, true, err
		}
		for _, step := range steps {
			today = step(today)
		}
		return today, true, nil
	}
}

// Go returns the conversion that a function of the user's makes. It is given the
// decoder of the older type and the encoder of today's.
func Go[O, T any](as func(any) (O, error), convert func(O) (T, error), from func(T) (any, error)) Conversion {
	return func(v any) (any, bool, error) {
		old, err := as(v)
		if err != nil {
			return nil, false, err
		}
		today, err := convert(old)
		if err != nil {
			return nil, true, typed.NotConverted(v, err)
		}
		stored, err := from(today)
		return stored, true, err
	}
}

// InText makes of a decoder one of values that are stored as JSON text.
func InText[O any](as func(any) (O, error)) func(any) (O, error) {
	return func(v any) (O, error) { return typed.AsText(v, as) }
}

// Word makes of an enum's decoder one that leaves the stored word as it is.
func Word[E ~string](as func(any) (E, error)) func(any) (string, error) {
	return func(v any) (string, error) {
		e, err := as(v)
		if text, ok := v.(string); ok && err == nil {
			return text, nil
		}
		return string(e), err
	}
}

// Item makes of a value the list that contains only it.
func Item(v any) any { return []any{v} }

// Values replaces words by those that they have become.
func Values(now map[string]string) Step {
	return func(v any) any {
		if text, ok := v.(string); ok {
			if word, ok := now[text]; ok {
				return word
			}
		}
		return v
	}
}

// Text makes of a boolean or a number the text by which a prompt shows it.
func Text(v any) any {
	text, err := instruction.Render(v)
	if err != nil {
		return v
	}
	return text
}

// Bool reads the text of a boolean.
func Bool(v any) any {
	switch v {
	case "true":
		return true
	case "false":
		return false
	}
	return v
}

// Float reads the text of a number as JSON writes it.
func Float(v any) any {
	text, ok := v.(string)
	if !ok || !json.Valid([]byte(text)) {
		return v
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) {
		return v
	}
	return f
}

// JSONText makes of a value its JSON text.
func JSONText(v any) any {
	text, err := typed.FromText(v, typed.FromJSON)
	if err != nil {
		return v
	}
	return text
}
