package moves

import (
	"reflect"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/migrate"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// Single is a key that is no family, as package migrate knows it.
type Single struct {
	*typed.Moves
	Rewrite Rewrite
	Renamed bool // the first of the other names is that of the next release
}

// Family is a family of keys, as package migrate knows it.
type Family struct {
	*typed.Family
	Rewrite Rewrite
	Renamed bool
}

var _, _ migrate.Key = Single{}, Family{}

// Rewrite makes of a value in a form of today what is to be stored, or returns an error
// for one that can't be read. Moved is whether the value was elsewhere or in another
// form.
type Rewrite func(v any, moved bool) (any, error)

// Kept stores what has moved as a setter does, and leaves other values as they are.
func Kept[T any](as func(any) (T, error), from func(T) (any, error)) Rewrite {
	return func(v any, moved bool) (any, error) {
		t, err := as(v)
		if err != nil || !moved {
			return v, err
		}
		return from(t)
	}
}

// Rewritten stores every value as a setter does, since parts of it may have moved.
func Rewritten[T any](as func(any) (T, error), from func(T) (any, error)) Rewrite {
	kept := Kept(as, from)
	return func(v any, _ bool) (any, error) { return kept(v, true) }
}

// Declared implements migrate.Key.
func (k Single) Declared() string { return k.Key }

// Match implements migrate.Key.
func (k Single) Match(stored string) (wire string, ok bool) {
	return k.Key, stored == k.Key || slices.Contains(k.Moves.Names, stored)
}

// Names implements migrate.Key.
func (k Single) Names(string) []string { return ToLeave(k.Moves, k.Renamed) }

// Next implements migrate.Key.
func (k Single) Next(string) string { return NextName(k.Moves, k.Renamed) }

// Today implements migrate.Key.
func (k Single) Today(_ string, stored map[string]any) (any, error) {
	return k.Rewrite.today(k.Moves, stored)
}

// Declared implements migrate.Key.
func (k Family) Declared() string { return k.Pattern() }

// Match implements migrate.Key.
func (k Family) Match(stored string) (wire string, ok bool) { return k.Find(stored) }

// Names implements migrate.Key.
func (k Family) Names(wire string) []string { return ToLeave(k.Moves(wire), k.Renamed) }

// Next implements migrate.Key.
func (k Family) Next(wire string) string { return NextName(k.Moves(wire), k.Renamed) }

// Today implements migrate.Key.
func (k Family) Today(wire string, stored map[string]any) (any, error) {
	return k.Rewrite.today(k.Moves(wire), stored)
}

// ToLeave lists a key and its other names, but not that of the next release, which is
// the first of them if renamed says that it has one: values don't move there yet. An
// empty one is of a family that can't hold the key's parameters.
func ToLeave(m *typed.Moves, renamed bool) []string {
	names := []string{m.Key}
	for i, name := range m.Names {
		if name != "" && (i > 0 || !renamed) {
			names = append(names, name)
		}
	}
	return names
}

// NextName is the name under which the next release stores a key: the first of the
// other names, if renamed says that it has one; else "".
func NextName(m *typed.Moves, renamed bool) string {
	if !renamed {
		return ""
	}
	return m.Names[0]
}

// today shows no value in its error, whether or not the key is sensitive: it is only
// counted.
func (r Rewrite) today(m *typed.Moves, stored map[string]any) (any, error) {
	v, err := m.From(runtime.MapState(stored)).Get(m.Key)
	if runtime.IsMissing(err) {
		return nil, nil
	}
	if err == nil {
		v, err = r(v, !reflect.DeepEqual(v, stored[m.Key]))
	}
	return v, typed.Redact(err)
}
