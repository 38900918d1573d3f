package typed

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
)

// UnknownFields holds the fields of an object that the schema doesn't declare,
// as another version's does: a JSON object as text, its fields sorted and without
// space, empty if there are none. Who reads an object and writes it back keeps
// them; they are equal from every store.
type UnknownFields string

// Unknown returns the fields that are not among the declared ones. A value that
// no store keeps, as a state in memory can have, doesn't keep the object
// from being read, but from being written back.
func (f *Fields) Unknown(declared []string) UnknownFields {
	if f.found == len(f.values) {
		return ""
	}
	return f.unknown(declared)
}

//go:noinline
func (f *Fields) unknown(declared []string) UnknownFields {
	others := map[string]any{}
	for name, v := range f.values {
		if !slices.Contains(declared, name) {
			others[name] = v
		}
	}
	if len(others) == 0 {
		return ""
	}
	plain, err := runtime.Normalize("", others)
	if err != nil {
		return UnknownFields(notStorable + err.Error())
	}
	text, err := runtime.EncodeValue(withIntegers(plain))
	if err != nil {
		return UnknownFields(notStorable + err.Error())
	}
	return UnknownFields(text)
}

// notStorable begins what takes the place of fields that no store keeps. It isn't
// JSON.
const notStorable = "!"

// Keep writes the fields that were not declared when the object was read.
func (o *Object) Keep(unknown UnknownFields, declared []string) {
	if unknown != "" {
		o.keep(unknown, declared)
	}
}

//go:noinline
func (o *Object) keep(unknown UnknownFields, declared []string) {
	fields, err := unknown.decode()
	if err != nil {
		o.errs.Add(in("UnknownFields", err))
		return
	}
	for _, name := range sortedKeys(fields) {
		if slices.Contains(declared, name) {
			o.errs.Add(&Error{Path: "UnknownFields", Want: "fields that the schema doesn't declare", Found: strconv.Quote(name)})
			continue
		}
		o.values[name] = fields[name]
	}
}

func (u UnknownFields) decode() (map[string]any, error) {
	if problem, bad := strings.CutPrefix(string(u), notStorable); bad {
		return nil, &Error{Want: "fields that a store keeps", Found: "others", Err: errors.New(problem)}
	}
	v, err := runtime.DecodeValue([]byte(u))
	if err == nil {
		v, err = runtime.Normalize("", v) // a NUL is valid JSON
	}
	fields, ok := v.(map[string]any)
	if err != nil || !ok {
		return nil, &Error{Want: "a JSON object that a store keeps", Found: "text", Value: shortValue(string(u)), Err: err}
	}
	return fields, nil
}
