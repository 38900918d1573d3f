package client

import (
	"reflect"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// Key declares what clients may do with a key, or with a family of keys, and what its
// values are. It is meant for generated code, and changes with it.
type Key[T any] struct {
	Name     string        // the full key; empty for a family
	Family   *typed.Family // nil for a single key
	Moves    *typed.Moves  // of a single key that has moved
	Write    bool          // clients may set it
	Optional bool
	Default  func() T // nil: none
	InText   bool     // it is stored as JSON text
	As       func(any) (T, error)
	From     func(T) (any, error)
	Check    func(T) error // of the limits, or those of an operand's items; nil: none
	Merge    *runtime.Op   // what a client's value is the operand of; nil: it replaces what is there
}

// Declared is a Key of any type.
type Declared interface{ rule() *rule }

// rule is a Key without its type.
type rule struct {
	name            string
	family          *typed.Family
	moves           *typed.Moves
	write, optional bool
	fallback        any
	inText          bool
	merge           *runtime.Op
	open            bool // its values can hold fields that the schema doesn't declare

	shown  func(stored any) (any, error) // in client form
	whole  func(stored any) (any, error) // with fields that the schema doesn't declare
	parsed func(sent any) (any, error)   // checks a value in client form, and returns the one way to write it
	same   func(sent any) (any, error)   // is parsed without checks
}

func (k Key[T]) rule() *rule {
	r := &rule{
		name: k.Name, family: k.Family, moves: k.Moves, write: k.Write, optional: k.Optional,
		inText: k.InText, merge: k.Merge,
	}
	if k.Default != nil {
		r.fallback, _ = k.From(k.Default()) // tried when the code was generated
	}
	open := openTypesOf(reflect.TypeFor[T]())
	r.open = open[reflect.TypeFor[T]()]
	stored := k.As
	if k.InText {
		stored = func(v any) (T, error) { return typed.AsText(v, k.As) }
	}
	shown := func(t *T) error { return nil }
	sent := func(t *T) error { return nil }
	if r.open {
		shown = func(t *T) error { return open.remove(reflect.ValueOf(t).Elem()) }
		sent = func(t *T) error { return open.refuse(reflect.ValueOf(t).Elem()) }
	}
	checked := func(t *T) error {
		if err := sent(t); err != nil || k.Check == nil {
			return err
		}
		return k.Check(*t)
	}
	r.shown = convert(stored, shown, k.From)
	r.whole = convert(stored, func(*T) error { return nil }, k.From)
	r.parsed = convert(k.As, checked, k.From)
	r.same = convert(k.As, shown, k.From)
	return r
}

// convert reads a value and writes it again.
func convert[T any](as func(any) (T, error), between func(*T) error, from func(T) (any, error)) func(any) (any, error) {
	return func(v any) (any, error) {
		t, err := as(v)
		if err == nil {
			err = between(&t)
		}
		if err != nil {
			return nil, err
		}
		return from(t)
	}
}

// stored returns a value in client form as a state stores it.
func (r *rule) stored(v any) (any, error) {
	if !r.inText {
		return v, nil
	}
	return typed.FromText(v, func(v any) (any, error) { return v, nil })
}

// required reports whether the key can't be unset.
func (r *rule) required() bool { return !r.optional && r.fallback == nil }
