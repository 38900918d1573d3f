package typed

import (
	"maps"
	"slices"

	"github.com/seed92179c4c/stategen/runtime"
)

// Fields reads the fields of an object and keeps every error.
type Fields struct {
	values map[string]any
	found  int      // how many of them were asked for
	failed []string // fields whose older values have been reported
	errs   Errors
}

// AsObject opens an object that was read; want is its type's name. Unknown has
// the fields that aren't declared.
func AsObject(v any, want string) *Fields {
	values, ok := mapOf(v)
	if !ok {
		return &Fields{errs: Errors{Mismatch(want, v)}}
	}
	return &Fields{values: values}
}

// Field reads a field that must be there.
func Field[T any](f *Fields, name string, as func(any) (T, error)) (t T) {
	v, ok := f.values[name]
	switch {
	case f.values == nil:
		return t
	case !ok && slices.Contains(f.failed, name):
		return t
	case !ok:
		f.errs.Add(&Error{Path: name, Want: "a value", Found: "nothing"})
		return t
	}
	f.found++
	t, err := as(v)
	f.errs.Add(in(name, err))
	return t
}

// OptField reads a field that may be null or absent.
func OptField[T any](f *Fields, name string, as func(any) (T, error)) *T {
	v := f.optional(name)
	if v == nil {
		return nil
	}
	t, err := as(v)
	f.errs.Add(in(name, err))
	return &t
}

// optional returns a field, nil if it is null or absent.
func (f *Fields) optional(name string) any {
	v, ok := f.values[name]
	if ok {
		f.found++
	}
	return v
}

// Err returns every error met so far, joined.
func (f *Fields) Err() error { return f.errs.Join() }

// Object collects the fields of an object to be written.
type Object struct {
	values map[string]any
	errs   Errors
}

// NewObject returns an empty object with room for n fields.
func NewObject(n int) *Object { return &Object{values: make(map[string]any, n)} }

// Put writes a field.
func Put[T any](o *Object, name string, v T, from func(T) (any, error)) {
	stored, err := from(v)
	o.errs.Add(in(name, err))
	o.values[name] = stored
}

// PutOpt writes a field unless it is nil.
func PutOpt[T any](o *Object, name string, v *T, from func(T) (any, error)) {
	if v != nil {
		Put(o, name, *v, from)
	}
}

// Value returns the object, or every error met, joined.
func (o *Object) Value() (any, error) {
	if err := o.errs.Join(); err != nil {
		return nil, err
	}
	return o.values, nil
}

// NullField reads a json field that may be null or absent.
func NullField(f *Fields, name string) any {
	v, err := AsJSON(f.optional(name))
	f.errs.Add(in(name, err))
	return v
}

// PutNull writes a json field unless it is nil.
func PutNull(o *Object, name string, v any) {
	if v != nil {
		Put(o, name, v, FromJSON)
	}
}

// FieldMoves says where else the values of an object's field may be, and in which
// other forms.
type FieldMoves struct {
	Name  string
	Names []string // older names
	Forms Forms    // nil: all values are like those of today
}

// Moved returns the fields as today's schema stores them.
func (f *Fields) Moved(fields []FieldMoves) *Fields {
	values := maps.Clone(f.values) // which are the state's
	for _, m := range fields {
		moves := Moves{Key: m.Name, Names: m.Names, Forms: m.Forms}
		now, err := moves.From(runtime.MapState(f.values)).Get(m.Name)
		for _, old := range m.Names {
			delete(values, old)
		}
		switch {
		case err == nil:
			values[m.Name] = now
		case !runtime.IsMissing(err):
			f.errs.Add(in(m.Name, err))
			f.failed = append(f.failed, m.Name)
			delete(values, m.Name)
		case values[m.Name] != nil: // which counts as not set
			delete(values, m.Name)
		}
	}
	f.values = values
	return f
}
