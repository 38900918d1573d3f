package typed

import (
	"reflect"
	"time"
)

// maxLevels is beyond what any store takes, pointers and interfaces counted
// too, and well within what a stack holds.
const maxLevels = 4000

// Finite reports a value that nests without an end, as one does that holds
// itself. Generated code asks before it walks a value whose type refers
// to itself.
func Finite(v any) error {
	if !finite(reflect.ValueOf(v), maxLevels) {
		return &Error{Want: "a value that doesn't contain itself", Found: "one that nests too deeply"}
	}
	return nil
}

// AsFinite makes of a decoder one that refuses a value that holds itself, as one
// in a plain map can, instead of walking it without an end.
func AsFinite[T any](as func(any) (T, error)) func(any) (T, error) {
	return func(v any) (T, error) {
		if err := Finite(v); err != nil {
			var zero T
			return zero, err
		}
		return as(v)
	}
}

var timeType = reflect.TypeFor[time.Time]()

func finite(v reflect.Value, levels int) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return v.IsNil() || levels > 0 && finite(v.Elem(), levels-1)
	case reflect.Struct:
		return v.Type() == timeType || finiteFields(v, levels)
	case reflect.Slice:
		return v.Type().Elem().Kind() == reflect.Uint8 || levels > 0 && finiteItems(v, levels-1)
	case reflect.Map:
		return levels > 0 && finiteValues(v, levels-1)
	}
	return true
}

func finiteFields(v reflect.Value, levels int) bool {
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() && !finite(v.Field(i), levels) {
			return false
		}
	}
	return true
}

func finiteItems(v reflect.Value, levels int) bool {
	for i := range v.Len() {
		if !finite(v.Index(i), levels) {
			return false
		}
	}
	return true
}

func finiteValues(v reflect.Value, levels int) bool {
	for it := v.MapRange(); it.Next(); {
		if !finite(it.Value(), levels) {
			return false
		}
	}
	return true
}
