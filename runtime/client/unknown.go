package client

import (
	"reflect"
	"strings"

	"github.com/seed92179c4c/stategen/runtime/typed"
)

// openTypes are those types among the parts of one whose values can hold fields that the
// schema doesn't declare: true. Of others it has false.
type openTypes map[reflect.Type]bool

var unknownType = reflect.TypeFor[typed.UnknownFields]()

// openTypesOf looks at a type and at all that it is made of.
func openTypesOf(t reflect.Type) openTypes {
	open := openTypes{}
	for part := range reach(t, map[reflect.Type]bool{}) {
		open[part] = reach(part, map[reflect.Type]bool{})[unknownType]
	}
	return open
}

// reach adds a type, and those that it is made of.
func reach(t reflect.Type, found map[reflect.Type]bool) map[reflect.Type]bool {
	if !found[t] {
		found[t] = true
		for _, part := range partsOf(t) {
			reach(part, found)
		}
	}
	return found
}

func partsOf(t reflect.Type) (parts []reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return []reflect.Type{t.Elem()}
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() {
				parts = append(parts, f.Type)
			}
		}
	}
	return parts
}

// each visits what a value holds beyond declared fields. Visit may change it.
func (o openTypes) each(v reflect.Value, visit func(reflect.Value) error) error {
	if v.Type() == unknownType {
		return visit(v)
	}
	if !o[v.Type()] {
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return o.each(v.Elem(), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			if err := o.each(v.Index(i), visit); err != nil {
				return err
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(it.Value())
			if err := o.each(value, visit); err != nil {
				return err
			}
			v.SetMapIndex(it.Key(), value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if err := o.field(v, i, visit); err != nil {
				return err
			}
		}
	}
	return nil
}

func (o openTypes) field(v reflect.Value, i int, visit func(reflect.Value) error) error {
	f := v.Type().Field(i)
	if !f.IsExported() {
		return nil
	}
	err := o.each(v.Field(i), visit)
	if f.Type == unknownType {
		return err
	}
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	return typed.In(name, err)
}

// remove removes the fields that the schema doesn't declare.
func (o openTypes) remove(v reflect.Value) error {
	return o.each(v, func(unknown reflect.Value) error {
		unknown.SetString("")
		return nil
	})
}

// refuse reports fields that the schema doesn't declare.
func (o openTypes) refuse(v reflect.Value) error {
	return o.each(v, func(unknown reflect.Value) error {
		if unknown.String() == "" {
			return nil
		}
		return &typed.Error{Want: "declared fields alone", Found: shortened(unknown.String())}
	})
}
