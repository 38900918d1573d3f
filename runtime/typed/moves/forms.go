// Package moves turns values that an earlier schema stored into those that
// today's schema stores. Its functions are meant for generated code and change
// with it.
package moves

import "github.com/seed92179c4c/stategen/runtime/typed"

// Forms are the forms that values of a key or a field may have.
type Forms struct {
	Check func(v any) error // reports a value that is none of today's
	Older []Older           // the latest first
}

var _ typed.Forms = Forms{}

// Older is one form that values once had.
type Older struct {
	// Name is which of the other names has values of this form, counted from 1. 0
	// stands for today's name and all others that have no entry of their own.
	Name    int
	Convert Conversion
	// Drop lets a value count as not set that has no counterpart today. Otherwise
	// reading it is an error.
	Drop bool
}

// Conversion returns what an older value has become, as today's schema stores it,
// and whether it was an older value at all.
type Conversion func(v any) (today any, isOlder bool, err error)

// Today implements typed.Forms.
func (f Forms) Today(name int, v any) (today any, moved bool, err error) {
	if name == 0 || !f.has(name) {
		name = 0
		if f.Check(v) == nil { // an older type may be able to read it as well, and mean something else
			return v, false, nil
		}
	}
	var problem error
	for _, o := range f.Older {
		if o.Name != name {
			continue
		}
		today, isOlder, err := o.Convert(v)
		if isOlder && err == nil {
			err = f.Check(today)
		}
		switch {
		case isOlder && err == nil:
			return today, true, nil
		case isOlder && o.Drop:
			return nil, true, nil
		case isOlder:
			return nil, false, err
		}
		problem = err
	}
	if name == 0 {
		return v, false, nil // for whoever reads it to report
	}
	return nil, false, problem
}

func (f Forms) has(name int) bool {
	for _, o := range f.Older {
		if o.Name == name {
			return true
		}
	}
	return false
}

// Check makes of a decoder a check.
func Check[T any](as func(any) (T, error)) func(any) error {
	return func(v any) error {
		_, err := as(v)
		return err
	}
}
