package exact

import (
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

// Package is a generated package.
type Package struct {
	name     string
	newDelta func() delta
	load     func(runtime.ReadonlyState) (any, error)
	snapshot reflect.Type
	enums    map[reflect.Type][]string
}

type delta interface{ Build() (runtime.Delta, error) }

// PackageOf describes a generated package by what it exports.
func PackageOf[D delta, S any](name string, newDelta func() D, load func(runtime.ReadonlyState) (*S, error), enums ...Enum) Package {
	p := Package{
		name:     name,
		newDelta: func() delta { return newDelta() },
		load:     func(s runtime.ReadonlyState) (any, error) { return load(s) },
		snapshot: reflect.TypeFor[S](),
		enums:    map[reflect.Type][]string{},
	}
	for _, e := range enums {
		p.enums[e.of] = e.values
	}
	return p
}

// Enum is an enum type with its values.
type Enum struct {
	of     reflect.Type
	values []string
}

// EnumOf makes an Enum of what a generated Values function returns.
func EnumOf[E ~string](values []E) Enum {
	e := Enum{of: reflect.TypeFor[E]()}
	for _, v := range values {
		e.values = append(e.values, string(v))
	}
	return e
}

// key is a declared key, or a family of keys: a field of the snapshot and the
// delta's method that sets it.
type key struct {
	Package
	field reflect.StructField
}

// setter is the method that sets the key in a new delta, which build builds.
func (k key) setter() (set reflect.Value, build func() (runtime.Delta, error)) {
	d := k.newDelta()
	return reflect.ValueOf(d).MethodByName("Set" + k.field.Name), d.Build
}

// typ is the type of the value that is set.
func (k key) typ() reflect.Type {
	set, _ := k.setter()
	return set.Type().In(set.Type().NumIn() - 1)
}

// parameters is how many a family has.
func (k key) parameters() int {
	set, _ := k.setter()
	return set.Type().NumIn() - 1
}

func (k key) set(params []string, value reflect.Value) (runtime.Delta, error) {
	set, build := k.setter()
	var args []reflect.Value
	for _, p := range params {
		args = append(args, reflect.ValueOf(p))
	}
	set.Call(append(args, value))
	return build()
}

// put stores into the snapshot's field what Load must find there.
func (k key) put(field reflect.Value, params []string, value reflect.Value) {
	switch {
	case len(params) > 0:
		if field.IsNil() {
			field.Set(reflect.MakeMap(field.Type()))
		}
		field.SetMapIndex(paramsOf(field.Type().Key(), params), value)
	case field.Kind() == reflect.Pointer:
		field.Set(reflect.New(value.Type()))
		field.Elem().Set(value)
	default:
		field.Set(value)
	}
}

// paramsOf makes the key of a family's map: a text, or a struct of texts.
func paramsOf(t reflect.Type, params []string) reflect.Value {
	v := reflect.New(t).Elem()
	if t.Kind() == reflect.String {
		v.SetString(params[0])
		return v
	}
	for i, p := range params {
		v.Field(i).SetString(p)
	}
	return v
}

func (p Package) mustLoad(t *testing.T, s runtime.ReadonlyState) any {
	t.Helper()
	snap, err := p.load(s)
	if err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	return snap
}
